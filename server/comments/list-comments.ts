import type { listComments as contract } from '#contract/comments.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { seesAdult } from '#server/creators/policy.ts';
import { singleFlightOf } from '#server/platform/concurrency/single-flight.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isAgeGated } from '#server/pools/policy.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { commentOf } from './comment.ts';
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
  page: number,
): Promise<OutputOf<typeof contract>> {
  const subject = await findCommentSubject(context, viewer, key);
  const empty = isAgeGated(viewer, subject);
  const { totalCount, rows, replies } = empty ? nothing : await readThreads(context, subject, page);
  const reader = { actor: viewer.actor, includeAdult: seesAdult(context, viewer) };
  return {
    comments: rows.map((row) => commentOf(row, replies, reader)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

const nothing: Threads = { totalCount: 0, rows: [], replies: [] };

/** Everyone who may read them sees the same threads, so concurrent reads share one query. */
function readThreads(context: Platform, subject: CommentSubject, page: number): Promise<Threads> {
  const { sql } = context.db;
  return singleFlightOf(context)(`comments ${subject.updateId ?? subject.poolId} ${page}`, async () => {
    const [totalCount, rows] = await Promise.all([
      countThreads(sql, subject),
      listThreads(sql, subject, { limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    const answered = rows.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id);
    const replies = answered.length > 0 ? await listFirstReplies(sql, answered, repliesShown) : [];
    return { totalCount, rows, replies };
  });
}
