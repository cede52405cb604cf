import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PoolUpdate } from '#contract/chat/socket-events.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { listPools, PoolCard } from '#contract/pools/pools.ts';
import { watchPool } from '#web/data/live-updates.ts';
import { emptiedStatuses } from './page/pool-page-status.ts';

/** The part that the feed shares with the other lists of cards. */
type Feed = Pick<OutputOf<typeof listPools>, 'pools'>;

/** A card keeps the figures that its pool had when it ended: the totals of an update are then zero. */
function updatedCard(pool: PoolCard, { id: _, ...update }: PoolUpdate): PoolCard {
  const { status, frozen = pool.frozen } = update as Partial<PoolCard>;
  if (status && emptiedStatuses.includes(status)) return { ...pool, status, frozen };
  return { ...pool, ...(update as Partial<PoolCard>) };
}

/** The list with the pool's new figures; undefined if it does not contain the pool. */
export function updated(feed: Feed | undefined, update: PoolUpdate): Feed | undefined {
  if (!Array.isArray(feed?.pools) || !feed.pools.some(({ id }) => id === update.id)) return undefined;
  const pools = feed.pools.map((pool) => (pool.id === update.id ? updatedCard(pool, update) : pool));
  return { ...feed, pools };
}

/** Applies live events of these pools to every list of cards on the screen while the component is mounted. */
export function useLivePools(ids: readonly string[]): void {
  const queries = useQueryClient();
  const watched = ids.join(',');
  useEffect(() => {
    if (watched === '') return;
    const onUpdate = (update: PoolUpdate) =>
      // Lists off the screen stay stale, because nothing watches their other pools.
      queries.setQueriesData<Feed>({ type: 'active' }, (list) => updated(list, update));
    const stops = watched.split(',').map((id) => watchPool(id, onUpdate));
    return () => {
      for (const stop of stops) stop();
    };
  }, [watched, queries]);
}
