import type { ReactNode } from 'react';
import { t } from '#contract/language/text.ts';
import type { PoolCard as Pool } from '#contract/pools/pools.ts';
import { DeferredHydration } from '#web/ui/hydration/deferred-hydration.tsx';
import { PoolCard, PoolCardSkeleton } from './pool-card.tsx';

interface PoolGridProps<P extends Pool> {
  pools: readonly P[];
  /** The number of leading cards whose pictures load at once instead of lazily. */
  eager?: number;
  /** A short section: the cards of its last row share the full width, and on phones they are one row to swipe. */
  fill?: boolean;
  /** Shown below each card. */
  below?: ((pool: P) => ReactNode) | undefined;
}

/** A grid with up to three cards per row. */
export function PoolGrid<P extends Pool>({ pools, eager = 0, fill, below }: PoolGridProps<P>) {
  return (
    <div className="@container">
      <ul className="pool-grid" data-fill={fill || undefined}>
        <DeferredHydration>
          {pools.map((pool, index) => (
            <li key={pool.id}>
              <PoolCard pool={pool} eager={index < eager} />
              {below?.(pool)}
            </li>
          ))}
        </DeferredHydration>
      </ul>
    </div>
  );
}

export function PoolGridSkeleton({ count }: { count: number }) {
  return (
    <div className="@container">
      <span className="sr-only" role="status">{t`Loading tip pools`}</span>
      <div className="pool-grid">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
          <PoolCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
