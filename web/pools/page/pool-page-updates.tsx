import type { ReactNode } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { PoolHistory } from './pool-page-history.tsx';

/** The Updates tab: what the creator and the owner wrote, and below it the automatic log. */
export function PoolUpdates({ pool, updates }: { pool: Pool; updates: ReactNode }) {
  return (
    <div className="grid gap-10">
      {updates}
      <PoolHistory pool={pool} />
    </div>
  );
}
