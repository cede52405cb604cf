import type { ReactNode } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { meterText, PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { requestedCreatorName } from './pool-query.ts';

/** The pool that a visitor is about to back, next to the sign-in form: a card with its picture, or a row on a phone. */
export function PledgeAside({ pool, pledge, money }: { pool: Pool; pledge: string; money: ReactNode }) {
  const name = requestedCreatorName(pool);
  const figures = { goalCents: pool.fundingGoal, pledgedCents: pool.pledgedAmount, paidCents: pool.currentAmount };
  return (
    <aside
      className="card entry-pledge -order-1 mx-auto grid w-full max-w-105 grid-cols-[--spacing(24)_minmax(0,1fr)] overflow-hidden lg:sticky lg:top-4 lg:order-none lg:mt-6 lg:block lg:max-w-none"
      aria-label="Your pledge"
    >
      <div className="relative overflow-hidden bg-sunken lg:aspect-16/10">
        <PoolPicture pool={pool} sizes="(min-width: 1024px) 540px, 128px" eager />
      </div>
      <div className="grid content-center gap-1.5 px-4 py-3 lg:gap-4 lg:px-8 lg:pt-6 lg:pb-8">
        <h2 className="text-lg lg:text-2xl">
          {pledge} to <span className="wrap-anywhere">{pool.adultGate ? 'an adult pool' : pool.title}</span>
        </h2>
        <div className="hidden gap-3 lg:grid">
          {name ? <p className="text-muted">Requested from {name}</p> : null}
          <PoolBar {...figures} large />
          <p className="text-sm tabular-nums">{meterText(figures)}</p>
        </div>
        {money}
      </div>
    </aside>
  );
}
