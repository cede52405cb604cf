import { Banknote, HandCoins, Landmark, Lock } from 'lucide-react';
import { msg, t, textOf } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import type { Dashboard } from './dashboard-data.ts';

const tiles = [
  [
    'heldCents',
    msg({ message: 'Held', context: 'money that is not yet the creator’s' }),
    msg`For your pools. Yours after delivery, minus fees`,
    Lock,
  ],
  ['balanceCents', msg`Balance`, msg`Earned, not yet paid out`, HandCoins],
  ['inTransitCents', msg`In transit`, msg`Sent to your bank`, Landmark],
  ['paidOutCents', msg`Paid out`, msg`All time`, Banknote],
] as const;

const tilesLook = 'grid grid-cols-2 gap-3 lg:grid-cols-4';
const tileLook = 'card flex min-h-31.5 flex-col px-5 py-4';

/** The amounts held, earned, in transit and paid out. */
export function EarningsTiles({ earnings }: { earnings: Dashboard['earnings'] }) {
  return (
    <section aria-label={t`Earnings`}>
      <dl className={tilesLook}>
        {tiles.map(([key, label, note, Icon]) => (
          <div key={key} className={tileLook}>
            <dt className="flex items-center gap-2 font-semibold text-muted">
              <Icon aria-hidden="true" className="size-4.25" />
              {textOf(label)}
            </dt>
            <dd
              className={`num mt-1.5 text-2xl leading-[1.15] [&:not(:lang(en))]:max-sm:text-lg ${key === 'paidOutCents' ? 'text-paid-text' : ''}`}
            >
              {formatMoney(earnings[key])}
            </dd>
            <dd className="mt-1 text-sm leading-[1.35] text-muted">{textOf(note)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function EarningsSkeleton() {
  return (
    <div className={tilesLook}>
      {tiles.map(([key]) => (
        <div key={key} className={tileLook}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-8 w-28" />
          <Skeleton className="mt-2 h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
