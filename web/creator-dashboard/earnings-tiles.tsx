import { Banknote, HandCoins, Landmark, Lock } from 'lucide-react';
import { formatMoney } from '#contract/values/money.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import type { Dashboard } from './dashboard-data.ts';

const tiles = [
  ['heldCents', 'Held', 'For your pools. Yours after delivery, minus fees', Lock],
  ['balanceCents', 'Balance', 'Earned, not yet paid out', HandCoins],
  ['inTransitCents', 'In transit', 'Sent to your bank', Landmark],
  ['paidOutCents', 'Paid out', 'All time', Banknote],
] as const;

/** The amounts held, earned, in transit and paid out. */
export function EarningsTiles({ earnings }: { earnings: Dashboard['earnings'] }) {
  return (
    <section aria-label="Earnings">
      <dl className="dashboard-tiles">
        {tiles.map(([key, label, note, Icon]) => (
          <div key={key} className="card dashboard-tile" data-paid={key === 'paidOutCents'}>
            <dt>
              <Icon aria-hidden="true" />
              {label}
            </dt>
            <dd className="num">{formatMoney(earnings[key])}</dd>
            <dd className="dashboard-tile-note">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function EarningsSkeleton() {
  return (
    <div className="dashboard-tiles">
      {tiles.map(([key]) => (
        <div key={key} className="card dashboard-tile">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-8 w-28" />
          <Skeleton className="mt-2 h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
