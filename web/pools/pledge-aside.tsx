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
    <aside className="card entry-pledge" aria-label="Your pledge">
      <div className="entry-pledge-art">
        <PoolPicture pool={pool} sizes="(min-width: 960px) 540px, 128px" eager />
      </div>
      <div className="entry-pledge-text">
        <h2>
          {pledge} to <span className="wrap-anywhere">{pool.adultGate ? 'an adult pool' : pool.title}</span>
        </h2>
        <div className="entry-pledge-more">
          {name ? <p className="text-muted">Requested from {name}</p> : null}
          <PoolBar {...figures} large />
          <p className="text-sm tabular-nums">{meterText(figures)}</p>
        </div>
        {money}
      </div>
    </aside>
  );
}
