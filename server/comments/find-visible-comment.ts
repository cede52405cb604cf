import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { isUpdateReadable } from '#server/updates/find-readable-update.ts';
import { type CommentPlace, findCommentPlace } from './comments.sql.ts';

/** Finds a comment, also a deleted one, whose pool or update the viewer may read. Throws `not_found`. */
export async function findVisibleComment(sql: Connection, actor: Actor | null, id: string): Promise<CommentPlace> {
  const place = await findCommentPlace(sql, id);
  if (!place || !maySeePool(actor, place)) throw appError('not_found');
  if (place.updateId && !(await isUpdateReadable(sql, actor, place.updateId))) throw appError('not_found');
  return place;
}
