import type { PoolStatus } from '#contract/pools.ts';

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** Once for each transition, the first one (from null) included; `moveId` is its row in pool_events. */
    'pool.transitioned': {
      poolId: string;
      from: PoolStatus | null;
      to: PoolStatus;
      event: string;
      reason: string | null;
      actorId: string | null;
      moveId: number;
    };
    /** The goal is met and the assigned creator has not answered: half of the window is over, or its last day began. */
    'pool.response_reminder': { poolId: string; step: 'half' | 'last' };
    /** The creator it asked left; it still waits for somebody to answer. */
    'pool.asks_no_one': { poolId: string };
    /** A freeze is over: every moment the pool waits for has moved by this much. */
    'pool.clocks_shifted': { poolId: string; byMs: number };
  }
}
