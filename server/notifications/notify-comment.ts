import { sentences, type Text, t } from '#contract/language/text.ts';
import { poolCommentsPath, poolUpdatePath } from '#contract/pools/pool-path.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { readsUpdate } from '#server/updates/find-readable-update.ts';
import { excerptOf, type Notice, nameOfPool, pathOfPool, publicPoolLink } from './notice.ts';
import { type CommentRow, findComment, lockComment } from './notice-messages.sql.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { areApart, findRecipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

/**
 * Notifies the pool's owner, or the author of the update, about a comment, and the author of the comment it replies to if they may still
 * read it. Never mailed, never to its own author.
 */
export async function notifyComment(context: Platform, commentId: string, answersId: string | null): Promise<void> {
  await context.db.tx(async (tx) => {
    // The lock makes a concurrent deletion wait, so that it deletes these notices too.
    await lockComment(tx, commentId);
    const comment = await findComment(tx, commentId);
    const pool = comment && (await findPool(tx, comment.poolId));
    if (!comment || !pool || comment.content === '') return;
    const answered = answersId ? await findComment(tx, answersId) : undefined;
    for (const [userId, compose] of noticesOf(pool, comment, answered)) {
      const recipient = await findRecipient(tx, userId);
      if (recipient && (await isForThem(tx, userId, comment))) await notify(context, tx, recipient, compose, commentId);
    }
  });
}

/** The notices about a comment, by recipient. The author of a comment gets none. */
function noticesOf(pool: PoolRow, comment: CommentRow, answered: CommentRow | undefined): Map<string, () => Notice> {
  const notices = new Map<string, () => Notice>();
  if (comment.updateAuthorId) notices.set(comment.updateAuthorId, () => commentedUpdate(pool, comment));
  else notices.set(pool.ownerId, () => commented(pool, comment));
  if (answered) notices.set(answered.authorId, () => answeredNotice(pool, comment));
  notices.delete(comment.authorId);
  return notices;
}

/** Whether the person may read the comment, and neither they nor its author has blocked the other. */
async function isForThem(tx: Tx, userId: string, { updateId, authorId }: CommentRow): Promise<boolean> {
  if (updateId && !(await readsUpdate(tx, userId, updateId))) return false;
  return !(await areApart(tx, userId, authorId));
}

/** Notifies the author of a comment that an admin removed it. */
export async function notifyRemovedComment(context: Platform, commentId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const comment = await findComment(tx, commentId);
    const pool = comment && (await findPool(tx, comment.poolId));
    const author = comment && (await findRecipient(tx, comment.authorId));
    if (pool && author) await notify(context, tx, author, () => removed(pool, comment), commentId);
  });
}

/**
 * Comments on an adult pool are quoted only after the age gate, so not here. Comments on an update for contributors are not quoted,
 * because a digest may be sent after a fan withdrew the pledge.
 */
const quote = (pool: PoolRow, { content, updateAudience }: CommentRow): Text | '' =>
  pool.adult || updateAudience === 'contributors' ? '' : excerptOf(content);

const onPool = (pool: PoolRow, comment: CommentRow): Text =>
  sentences(t`On ${{ pool: nameOfPool(pool) }}.`, quote(pool, comment));

const pathOf = (pool: PoolRow, { updateId }: CommentRow) =>
  updateId ? poolUpdatePath(pathOfPool(pool), updateId) : poolCommentsPath(pathOfPool(pool));

const commented = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'pool_commented',
  title: t`${{ name: comment.authorName }} commented on your pool`,
  body: onPool(pool, comment),
  href: pathOf(pool, comment),
  poolId: pool.id,
  personId: comment.authorId,
  action: t`Read the comment`,
  quiet: true,
});

const commentedUpdate = (pool: PoolRow, comment: CommentRow): Notice => ({
  ...commented(pool, comment),
  kind: 'update_commented',
  title: t`${{ name: comment.authorName }} commented on your update`,
});

const answeredNotice = (pool: PoolRow, comment: CommentRow): Notice => ({
  kind: 'comment_answered',
  title: t`${{ name: comment.authorName }} replied to you`,
  body: onPool(pool, comment),
  href: pathOf(pool, comment),
  poolId: pool.id,
  personId: comment.authorId,
  action: t`Read the comment`,
  quiet: true,
});

const removed = (pool: PoolRow, { updateId }: CommentRow): Notice => ({
  kind: 'comment_removed',
  title: t`Your comment was removed`,
  body: t`An admin removed your comment on ${{ pool: nameOfPool(pool) }} because it breaks the rules.`,
  ...publicPoolLink(pool, (path) => (updateId ? poolUpdatePath(path, updateId) : poolCommentsPath(path))),
  quiet: true,
});
