import type { Pool } from '#contract/pools.ts';
import { PoolHistory } from './pool-page-history.tsx';

/** The Updates tab. */
export function PoolUpdates({ pool }: { pool: Pool }) {
  return (
    <div className="grid gap-8">
      <PoolHistory pool={pool} />
    </div>
  );
}
