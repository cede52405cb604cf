import type { Platform } from '#server/platform/platform.ts';
import {
  type CommentRow,
  findComment,
  findPool,
  findRecipient,
  hasBlocked,
  holdComment,
  type PoolRow,
} from './audience.sql.ts';
import { excerptOf, type Notice, nameOfPool, pathOfPool, publicPoolLink } from './notice.ts';
import { notify } from './notify.ts';

/** Whoever was answered hears of the answer, and whoever started the pool of every comment; nobody of their own, and no mails. */
export async function notifyComment(context: Platform, commentId: string, answersId: string | null): Promise<void> {
  await context.db.tx(async (tx) => {
    // A deletion that comes meanwhile takes these notices along.
    await holdComment(tx, commentId);
    const comment = await findComment(tx, commentId);
    const pool = comment && (await findPool(tx, comment.poolId));
    if (!comment || !pool || comment.content === '') return;
    const answered = answersId ? await findComment(tx, answersId) : undefined;
    const notices = new Map([
      [pool.ownerId, commented(pool, comment)],
      ...(answered ? [[answered.authorId, answeredNotice(pool, comment)] as const] : []),
    ]);
    notices.delete(comment.authorId);
    for (const [userId, notice] of notices) {
      const recipient = await findRecipient(tx, userId);
      if (recipient && !(await hasBlocked(tx, userId, comment.authorId))) {
        await notify(context, tx, recipient, notice, commentId);
      }
    }
  });
}

/** Whose comment was removed is told so; who deleted their own knows. */
export async function notifyRemovedComment(context: Platform, commentId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const comment = await findComment(tx, commentId);
    const pool = comment && (await findPool(tx, comment.poolId));
    const author = comment && (await findRecipient(tx, comment.authorId));
    if (pool && author) await notify(context, tx, author, removed(pool), commentId);
  });
}

/** Words of an adult pool wait for the age gate. */
const quote = (pool: PoolRow, { content }: CommentRow) => (pool.adult ? '' : ` ${excerptOf(content)}`);

const commented = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'pool_commented',
  title: `${comment.authorName} commented on your pool`,
  body: `About ${nameOfPool(pool)}.${quote(pool, comment)}`,
  href: `${pathOfPool(pool)}#comments`,
  action: 'Read it',
  quiet: true,
});

const answeredNotice = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'comment_answered',
  title: `${comment.authorName} answered you`,
  body: `In ${nameOfPool(pool)}.${quote(pool, comment)}`,
  href: `${pathOfPool(pool)}#comments`,
  action: 'Read it',
  quiet: true,
});

const removed = (pool: PoolRow): Notice => ({
  kind: 'comment_removed',
  title: 'Your comment was removed',
  body: `An admin removed what you wrote about ${nameOfPool(pool)}, because it does not belong there.`,
  ...publicPoolLink(pool, '#comments'),
  quiet: true,
});
