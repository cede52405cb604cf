import type { PoolNews, PoolUpdate } from '#contract/chat/socket-events.ts';
import { percentage } from '#contract/values/money.ts';
import { type Topic, topicRoom } from '#server/platform/live/topics.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { PoolRow } from './pool.ts';

type LivePool = Pick<PoolRow, 'id' | 'status' | 'goalCents' | 'pledgedCents' | 'paidCents' | 'fanCount'> & {
  /** Absent if the caller changed only figures and does not know it. */
  frozen?: boolean;
};

/** The live figures of a pool; everyone may watch them. */
export const poolTopic: Topic<PoolUpdate> = {
  name: 'pool',
  idField: 'poolId',
  plural: 'pools',
  event: 'pool_updated',
};

/** The payload that the watchers of a pool receive. */
function poolUpdateOf(pool: LivePool): PoolUpdate {
  return {
    id: pool.id,
    status: pool.status,
    pledgedAmount: pool.pledgedCents,
    currentAmount: pool.paidCents,
    pledgedPercentage: percentage(pool.pledgedCents, pool.goalCents),
    paidPercentage: percentage(pool.paidCents, pool.goalCents),
    fanCount: pool.fanCount,
    ...(pool.frozen === undefined ? {} : { frozen: pool.frozen }),
  };
}

/** Sends a pool's new figures to everyone who watches it. Call it after the commit. */
export function publishPool({ live }: Pick<Platform, 'live'>, pool: LivePool): void {
  live.publish(poolTopic, pool.id, poolUpdateOf(pool));
}

/** Tells everyone who watches a pool that its updates or their comments have changed. Call it after the commit. */
export function publishPoolNews({ live }: Pick<Platform, 'live'>, { id, about }: PoolNews): void {
  live.send({ namespace: '/live', to: [topicRoom(poolTopic, id)], event: 'pool_news', payload: { id, about } });
}
