import type { OutputOf } from '#contract/endpoint.ts';
import type { listSavedPools as contract } from '#contract/saves.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PoolListPage, readPoolList } from './read-pool-list.ts';
import { listIdsWithNews } from './saves.sql.ts';

/** Lists one page of the pools that the user follows. */
export async function listSavedPools(
  context: Platform,
  actor: Actor,
  page: PoolListPage,
): Promise<OutputOf<typeof contract>> {
  const { pools, pagination } = await readPoolList(context, actor, 'saves', page);
  const ids = pools.map(({ id }) => id);
  const withNews = await listIdsWithNews(context.db.sql, actor.userId, ids);
  return { pools: pools.map((pool) => ({ ...pool, getsNews: withNews.has(pool.id) })), pagination };
}
