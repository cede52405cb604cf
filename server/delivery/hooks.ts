import type { Tx } from '#server/platform/postgres/db.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** Throws unless the creator has recorded who is shown in the delivery of this adult pool. */
    'delivery.assert_documented': (tx: Tx, delivery: { poolId: string; creatorId: string }) => Promise<void>;
  }
}
