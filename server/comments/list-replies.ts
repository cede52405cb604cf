import type { listReplies as contract } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { replyOf } from './comment.ts';
import { readerOf } from './comment-reader.ts';
import { listThreadReplies } from './comments.sql.ts';
import { findVisibleComment } from './find-visible-comment.ts';

/** Lists one page of replies to a comment; none of an adult pool before the age gate. Throws `not_found`. */
export async function listReplies(
  context: Platform,
  viewer: Viewer,
  { id, page }: { id: string; page: number },
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const place = await findVisibleComment(sql, viewer.actor, id);
  const pageSize = limits.comment.repliesPageSize;
  const totalCount = isAgeGated(viewer, place) ? 0 : place.replyCount;
  const rows =
    totalCount > 0 ? await listThreadReplies(sql, id, { limit: pageSize, offset: (page - 1) * pageSize }) : [];
  const reader = await readerOf(context, viewer, rows);
  return {
    replies: rows.map((row) => replyOf(row, reader)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
