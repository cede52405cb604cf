import type { Reply } from '#contract/comments.ts';
import { appError } from '#contract/errors.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { replyOf } from './comment.ts';
import { readerOf } from './comment-reader.ts';
import { findComment } from './comments.sql.ts';
import { findVisibleComment } from './find-visible-comment.ts';

/** One comment or reply with its text. Throws `not_found`, also for one that is deleted or that a block hides, and `age_gate`. */
export async function readComment(context: Platform, viewer: Viewer, id: string): Promise<Reply> {
  const { db, config } = context;
  assertNotAgeGated(config, viewer, await findVisibleComment(db.sql, viewer.actor, id));
  const row = await findComment(db.sql, id);
  const comment = row && replyOf(row, await readerOf(context, viewer, [row]));
  if (!comment || comment.deleted || comment.hidden) throw appError('not_found');
  return comment;
}
