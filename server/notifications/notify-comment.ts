import { poolCommentsPath } from '#contract/pool-path.ts';
import type { Platform } from '#server/platform/platform.ts';
import { excerptOf, type Notice, nameOfPool, pathOfPool, publicPoolLink } from './notice.ts';
import { type CommentRow, findComment, lockComment } from './notice-messages.sql.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, hasBlocked } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

/** Notifies the pool's owner about a comment and the author of the comment it replies to. Never mailed, never to its own author. */
export async function notifyComment(context: Platform, commentId: string, answersId: string | null): Promise<void> {
  await context.db.tx(async (tx) => {
    // The lock makes a concurrent deletion wait, so that it deletes these notices too.
    await lockComment(tx, commentId);
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

/** Notifies the author of a comment that an admin removed it. */
export async function notifyRemovedComment(context: Platform, commentId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const comment = await findComment(tx, commentId);
    const pool = comment && (await findPool(tx, comment.poolId));
    const author = comment && (await findRecipient(tx, comment.authorId));
    if (pool && author) await notify(context, tx, author, removed(pool), commentId);
  });
}

/** Comments on an adult pool are quoted only after the age gate, so not here. */
const quote = (pool: PoolRow, { content }: CommentRow) => (pool.adult ? '' : ` ${excerptOf(content)}`);

const commented = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'pool_commented',
  title: `${comment.authorName} commented on your pool`,
  body: `On ${nameOfPool(pool)}.${quote(pool, comment)}`,
  href: poolCommentsPath(pathOfPool(pool)),
  action: 'Read the comment',
  quiet: true,
});

const answeredNotice = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'comment_answered',
  title: `${comment.authorName} replied to you`,
  body: `On ${nameOfPool(pool)}.${quote(pool, comment)}`,
  href: poolCommentsPath(pathOfPool(pool)),
  action: 'Read the comment',
  quiet: true,
});

const removed = (pool: PoolRow): Notice => ({
  kind: 'comment_removed',
  title: 'Your comment was removed',
  body: `An admin removed your comment on ${nameOfPool(pool)} because it breaks the rules.`,
  ...publicPoolLink(pool, poolCommentsPath),
  quiet: true,
});
