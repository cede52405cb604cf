import type { AppError } from '#contract/app-error.ts';
import type { Comment } from '#contract/comments.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { isLongerThan, tidyText } from '#contract/values/tidy-text.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { commentOf } from './comment.ts';
import { type CommentSubject, findCommentSubject, type SubjectKey } from './comment-subject.ts';
import { findComment, findCommentPlace, insertComment, insertReply } from './comments.sql.ts';
import type {} from './facts.ts';
import { listHiddenAuthors } from './hidden-authors.sql.ts';

/**
 * Adds a comment to a pool or an update, or a reply to a comment. Throws `not_found`, `update_locked`, `comment_deleted`, `age_gate`; for
 * a message of the pool's chat also what the chat throws.
 */
export async function addComment(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
  key: SubjectKey,
  form: { content: string; parentId?: string | null | undefined; messageId?: string | null | undefined },
): Promise<Comment> {
  const subject = await findCommentSubject(context, { actor }, key);
  assertNotAgeGated(context.config, { seesAdult }, subject);
  const { poolId, updateId } = subject;
  const content = tidyText(form.content);
  const isTooLong = isLongerThan(content, limits.comment.max);
  if (content === '' || isTooLong) {
    const message = () => (isTooLong ? t`Comment must be 2,000 characters or less` : t`Comment is required`);
    throw appError('validation_failed', { message, fields: { content: message } });
  }
  const comment = { poolId, updateId, authorId: actor.userId, content };
  const answersId = form.parentId ?? null;
  return context.db.tx(async (tx) => {
    if (answersId) await assertNotHidden(tx, actor, answersId);
    const id = answersId ? await insertReply(tx, { ...comment, answersId }) : await insertComment(tx, comment);
    if (!id) throw await whyNot(tx, answersId, subject);
    const { messageId = null } = form;
    await context.facts.publish(tx, 'comment.made', {
      commentId: id,
      poolId,
      authorId: actor.userId,
      answersId,
      messageId,
    });
    if (updateId) afterCommit(tx, () => publishPoolNews(context, { id: poolId, about: 'update_comments' }));
    const row = await findComment(tx, id);
    if (!row) throw new Error(`comment ${id} is gone`);
    return commentOf(row, [], { actor, seesAdult, liked: new Set(), hidden: new Map() });
  });
}

/** A comment that a block hides from the person is not there to answer. */
async function assertNotHidden(tx: Tx, actor: Actor, answersId: string): Promise<void> {
  const answered = await findCommentPlace(tx, answersId);
  if (answered && (await listHiddenAuthors(tx, actor.userId, [answered.authorId])).size > 0) throw notHere();
}

const notHere = () => appError('not_found', { message: () => t`The comment that this answers is not here.` });

async function whyNot(tx: Tx, answersId: string | null, { poolId, updateId }: CommentSubject): Promise<AppError> {
  const answered = answersId ? await findCommentPlace(tx, answersId) : undefined;
  if (answered?.poolId === poolId && answered.updateId === updateId) return appError('comment_deleted');
  return notHere();
}
