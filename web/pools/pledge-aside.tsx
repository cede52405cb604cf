import type { ReactNode } from 'react';
import { msg, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { meterText, PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { requestedCreatorName } from './pool-query.ts';

interface AsideProps {
  pool: Pool;
  /** The amount that the visitor chose. */
  amountCents: number;
  money: ReactNode;
}

/** The pool that a visitor is about to back, next to the sign-in form: a card with its picture, or a row on a phone. */
export function PledgeAside({ pool, amountCents, money }: AsideProps) {
  const name = requestedCreatorName(pool);
  const { adultGate, title, can } = pool;
  const amount = formatMoney(amountCents);
  const pledging = adultGate
    ? msg`Pledge ${{ amount }} to <pool>an adult pool</pool>`
    : msg`Pledge ${{ amount }} to <pool>${{ title }}</pool>`;
  const paying = adultGate
    ? msg`Pay ${{ amount }} to <pool>an adult pool</pool>`
    : msg`Pay ${{ amount }} to <pool>${{ title }}</pool>`;
  const figures = { goalCents: pool.fundingGoal, pledgedCents: pool.pledgedAmount, paidCents: pool.currentAmount };
  return (
    <aside
      className="card entry-pledge -order-1 mx-auto grid w-full max-w-105 grid-cols-[--spacing(24)_minmax(0,1fr)] overflow-hidden lg:sticky lg:top-4 lg:order-none lg:mt-6 lg:block lg:max-w-none"
      aria-label={t`Your pledge`}
    >
      <div className="relative overflow-hidden bg-sunken lg:aspect-16/10">
        <PoolPicture pool={pool} sizes="(min-width: 1024px) 540px, 128px" eager />
      </div>
      <div className="grid content-center gap-1.5 px-4 py-3 lg:gap-4 lg:px-8 lg:pt-6 lg:pb-8">
        <h2 className="text-lg lg:text-2xl">
          <RichText
            text={can.pledgeLate ? paying : pledging}
            tags={{ pool: (text) => <span className="wrap-anywhere">{text}</span> }}
          />
        </h2>
        <div className="hidden gap-3 lg:grid">
          {name ? <p className="text-muted">{t`Requested from ${{ creator: name }}`}</p> : null}
          <PoolBar {...figures} large />
          <p className="text-sm tabular-nums">{meterText(figures)}</p>
        </div>
        {money}
      </div>
    </aside>
  );
}
