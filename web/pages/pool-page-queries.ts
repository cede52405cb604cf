import type { Pool } from '#contract/pools/pools.ts';
import { commentsOf, commentViewIn } from '#web/comments/comment-queries.ts';
import type { DataQuery } from '#web/data/query.ts';
import { contentOf, mayReadContent } from '#web/delivery/content-access.ts';
import { hasEnded } from '#web/pools/page/pool-page-status.ts';
import { poolTabIn } from '#web/pools/page/pool-page-tabs.tsx';
import { similarPoolQueries } from '#web/pools/similar-pools.ts';
import { updatePageIn, updatesOf } from '#web/updates/update-queries.ts';

/** The data of the requested tab and of the delivery. Apart from the page, because only the server reads them before the page renders. */
export function poolPageQueries(pool: Pool, search: URLSearchParams, isAdmin: boolean): DataQuery<unknown>[] {
  if (pool.adultGate === 'age') return [];
  const queries: DataQuery<unknown>[] = [];
  if (mayReadContent(pool, isAdmin)) queries.push(contentOf(pool.id));
  if (pool.adultGate) return queries;
  const tab = poolTabIn(search, pool);
  if (tab === 'comments' && pool.commentCount > 0) queries.push(commentsOf(pool.id, commentViewIn(search)));
  if (tab === 'story' && hasEnded(pool.status)) queries.push(...similarPoolQueries(pool));
  if (tab === 'updates' && pool.updateCount > 0) queries.push(updatesOf(pool.id, updatePageIn(search)));
  return queries;
}
