import type { listComments as contract } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { CommentSort } from '#contract/sorts.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { commentOf } from './comment.ts';
import { readerOf } from './comment-reader.ts';
import { type CommentSubject, findCommentSubject, type SubjectKey } from './comment-subject.ts';
import { type CommentRow, countThreads, listFirstReplies, listThreads } from './comments.sql.ts';

interface Threads {
  totalCount: number;
  rows: CommentRow[];
  replies: CommentRow[];
}

const { pageSize, repliesShown } = limits.comment;

/** Lists one page of the comments on a pool or an update; none of an adult pool before the age gate. Throws `not_found`, `update_locked`. */
export async function listComments(
  context: Platform,
  viewer: Viewer,
  key: SubjectKey,
  { page, sort }: { page: number; sort: CommentSort },
): Promise<OutputOf<typeof contract>> {
  const subject = await findCommentSubject(context, viewer, key);
  const empty = isAgeGated(viewer, subject);
  const { totalCount, rows, replies } = empty ? nothing : await readThreads(context, subject, { page, sort });
  const reader = await readerOf(context, viewer, [...rows, ...replies]);
  return {
    comments: rows.map((row) => commentOf(row, replies, reader)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

const nothing: Threads = { totalCount: 0, rows: [], replies: [] };

/** Everyone who may read them sees the same threads, so concurrent reads share one query. */
function readThreads(
  context: Platform,
  subject: CommentSubject,
  { page, sort }: { page: number; sort: CommentSort },
): Promise<Threads> {
  const { sql } = context.db;
  return singleFlightOf(context)(`comments ${subject.updateId ?? subject.poolId} ${sort} ${page}`, async () => {
    const [totalCount, rows] = await Promise.all([
      countThreads(sql, subject),
      listThreads(sql, subject, { sort, limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    const answered = rows.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id);
    const replies = answered.length > 0 ? await listFirstReplies(sql, answered, repliesShown) : [];
    return { totalCount, rows, replies };
  });
}
