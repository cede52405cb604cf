import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readCommentCount } from './comments.sql.ts';
import { findVisibleComment } from './find-visible-comment.ts';
import { mayDeleteComment } from './policy.ts';
import { removeComment } from './remove-comment.ts';

/** The author or an admin deletes a comment. Throws `not_found` (also if it is deleted already), `forbidden`. */
export async function deleteComment(
  context: Platform,
  actor: Actor,
  id: string,
): Promise<{ ok: true; commentCount: number }> {
  return context.db.tx(async (tx) => {
    const place = await findVisibleComment(tx, actor, id);
    if (place.deleted) throw appError('not_found');
    if (!mayDeleteComment(actor, place)) {
      throw appError('forbidden', { message: () => t`Only the person who wrote this comment can delete it.` });
    }
    const through = actor.userId === place.authorId ? 'author' : 'admin';
    if (!(await removeComment(context, tx, { id, byId: actor.userId, through }))) throw appError('not_found');
    return { ok: true, commentCount: await readCommentCount(tx, place) };
  });
}
