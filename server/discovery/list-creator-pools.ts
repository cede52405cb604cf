import type { listCreatorPools as contract } from '#contract/creators/creator-pools.ts';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { type PoolStage, statusesOfStage } from '#contract/pools/pool-status.ts';
import { readCategories } from '#server/creators/categories.ts';
import { readCreator } from '#server/creators/read-creator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { poolCardOf } from '#server/pools/pool-view.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { countFeedOfCreator, listFeedOfCreator } from './creator-feed.sql.ts';
import type { FeedRow } from './feed.sql.ts';

/** Lists one page of the pools for a creator, of one stage or all, with the count of each stage. */
export async function listCreatorPools(
  context: Platform,
  viewer: Viewer,
  username: string,
  { stage, page }: InputOf<typeof contract>['query'],
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const pageSize = limits.feedPageSize;
  const filter = {
    seesAdult: viewer.seesAdult,
    ...(stage ? { statuses: statusesOfStage[stage] } : {}),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
  const [categories, rows, counts] = await Promise.all([
    readCategories(context),
    listFeedOfCreator(sql, username, filter),
    countFeedOfCreator(sql, username, filter),
  ]);
  const countOf = (of: PoolStage) =>
    counts.reduce((sum, { status, n }) => (statusesOfStage[of].includes(status) ? sum + n : sum), 0);
  const totalCount = rows[0]?.totalCount ?? 0;
  // An empty result may mean that the creator does not exist. Then this throws `not_found`.
  if (totalCount === 0) await readCreator(context, viewer, username);
  return {
    pools: rows
      .filter((row): row is FeedRow => row.id !== null)
      .map((row) => poolCardOf(row, categories, filter.seesAdult)),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
    stages: { funding: countOf('funding'), making: countOf('making'), delivered: countOf('delivered') },
  };
}
