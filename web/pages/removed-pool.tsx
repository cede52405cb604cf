import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { DeliveredSection } from '#web/delivery/delivered-section.tsx';
import { RemovedPledge } from '#web/pledges/removed-pledge.tsx';
import { RemovedPool } from '#web/pools/page/pool-page-removed.tsx';

/** An admin has removed it, so it needs no report. */
const noReport = () => null;

/** The pool page of a removed pool for a fan who pledged to it, in a file that other pools do not load. */
export function RemovedPoolForFan({ pool, pledge }: { pool: Pool; pledge: PledgeView }) {
  return (
    <RemovedPool
      pool={pool}
      money={<RemovedPledge pledge={pledge} keepsDelivery={pool.hasAccess} />}
      delivery={<DeliveredSection pool={pool} isAdmin={false} reportOf={noReport} reportOfThanks={noReport} />}
    />
  );
}
