import { listPools } from '#contract/calls/pools.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool, PoolCard } from '#contract/pools/pools.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { popularIn } from './feed-queries.ts';

const shownMost = 2;

const poolsOfCreator = (username: string) =>
  optional(live(query(listPools, { query: { creator: username, sort: 'trending', pageSize: 12 } })));

const categoriesOf = (pool: Pool) => pool.categories.map(({ category }) => category.name);

/** The reads behind `useSimilarPools`. */
export const similarPoolQueries = (pool: Pool) => [
  popularIn(categoriesOf(pool)),
  ...(pool.targetCreator ? [poolsOfCreator(pool.targetCreator.username)] : []),
];

/** Pools that take pledges: first those for the same creator, then those in the same categories. Undefined while they load. */
export function useSimilarPools(pool: Pool): readonly PoolCard[] | undefined {
  const creator = pool.targetCreator?.username ?? '';
  const same = useData(poolsOfCreator(creator), { enabled: creator !== '' });
  const near = useData(popularIn(categoriesOf(pool)));
  if ((creator !== '' && !same.data && !same.error) || (!near.data && !near.error)) return undefined;
  const open = [...(same.data?.pools ?? []), ...(near.data?.pools ?? [])].filter(
    ({ id, status, frozen }) => id !== pool.id && !frozen && pledgingPoolStatuses.includes(status),
  );
  return [...new Map(open.map((card) => [card.id, card])).values()].slice(0, shownMost);
}
