import type { OutputOf } from '#contract/endpoint.ts';
import type { listLikedPools as likedContract } from '#contract/likes.ts';
import type { listSavedPools as savedContract } from '#contract/saves.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { countPoolsIn, listPoolIdsIn, type PoolList } from './pool-lists.sql.ts';
import { listIdsWithNews } from './saves.sql.ts';

export interface PoolListPage {
  page: number;
  pageSize: number;
  seesAdult: boolean;
}

/** Reads one page of a list of pools that the user keeps. Adult pools are masked before the age gate. */
export async function readPoolList(
  context: Platform,
  { userId }: Actor,
  list: PoolList,
  { page, pageSize, seesAdult }: PoolListPage,
): Promise<OutputOf<typeof likedContract>> {
  const { sql } = context.db;
  const [totalCount, ids] = await Promise.all([
    countPoolsIn(sql, list, userId),
    listPoolIdsIn(sql, list, { userId, limit: pageSize, offset: (page - 1) * pageSize }),
  ]);
  const cards = await readPoolCards(context, ids, seesAdult);
  return {
    pools: ids.flatMap((id) => cards.get(id) ?? []),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

/** Lists one page of the user's favorites. */
export const listLikedPools = (context: Platform, actor: Actor, page: PoolListPage) =>
  readPoolList(context, actor, 'likes', page);

/** Lists one page of the pools that the user follows. */
export async function listSavedPools(
  context: Platform,
  actor: Actor,
  page: PoolListPage,
): Promise<OutputOf<typeof savedContract>> {
  const { pools, pagination } = await readPoolList(context, actor, 'saves', page);
  const ids = pools.map(({ id }) => id);
  const withNews = await listIdsWithNews(context.db.sql, actor.userId, ids);
  return { pools: pools.map((pool) => ({ ...pool, getsNews: withNews.has(pool.id) })), pagination };
}
