import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { listPools, type PoolCard } from '#contract/pools.ts';
import type { PoolUpdate } from '#contract/socket-events.ts';
import { watchPool } from '#web/data/live-updates.ts';

type Feed = OutputOf<typeof listPools>;

function updated(feed: Feed | undefined, { id, ...figures }: PoolUpdate): Feed | undefined {
  if (!feed?.pools.some((pool) => pool.id === id)) return feed;
  const pools = feed.pools.map((pool) => (pool.id === id ? { ...pool, ...(figures as Partial<PoolCard>) } : pool));
  return { ...feed, pools };
}

/** Applies live events of these pools to every cached feed while the component is mounted. */
export function useLivePools(ids: readonly string[]): void {
  const queries = useQueryClient();
  const watched = ids.join(',');
  useEffect(() => {
    if (watched === '') return;
    const onUpdate = (update: PoolUpdate) =>
      queries.setQueriesData<Feed>({ queryKey: [listPools.path] }, (feed) => updated(feed, update));
    const stops = watched.split(',').map((id) => watchPool(id, onUpdate));
    return () => {
      for (const stop of stops) stop();
    };
  }, [watched, queries]);
}
