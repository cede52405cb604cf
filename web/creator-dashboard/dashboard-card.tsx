import { Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { dashboardCardId, useLinkTo } from './dashboard-link.ts';

const tones: Partial<Record<PoolStatus, Tone>> = {
  goal_met: 'accent',
  collecting: 'accent',
  shortfall: 'danger',
  in_production: 'accent',
  delivered: 'paid',
  completed: 'paid',
};

export interface DashboardCardProps {
  pool: CreatorRequest;
  /** A sentence about the pool's status and the next step. */
  children: ReactNode;
  /** Labels with values. */
  facts?: readonly (readonly [label: string, value: ReactNode])[];
  actions?: ReactNode;
  /** Content below the card's columns, at full width. */
  more?: ReactNode;
}

/** One pool on the creator's dashboard, with its amounts and actions. */
export function DashboardCard({ pool, children, facts = [], actions, more }: DashboardCardProps) {
  const link = useLinkTo(pool.id);
  const owner = pool.creator.displayName || pool.creator.username;
  return (
    <article
      id={dashboardCardId(pool.id)}
      className="card dashboard-card"
      tabIndex={-1}
      data-linked={link ? true : undefined}
      aria-labelledby={`pool-${pool.id}`}
    >
      <div className="dashboard-card-main">
        {link?.toAnswer && pool.status !== 'open' && pool.status !== 'goal_met' ? (
          <p role="status" className="mb-3 font-semibold">
            You already accepted this request.
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={tones[pool.status]}>{poolStatusLabel(pool)}</Chip>
          {pool.frozen ? (
            <Chip tone="danger" icon={<Snowflake aria-hidden="true" />}>
              Frozen
            </Chip>
          ) : null}
          {pool.adult ? <Chip>18+</Chip> : null}
        </div>
        <h3 id={`pool-${pool.id}`}>
          <Link to={pool.canonicalPath} className="hover:underline">
            {pool.title}
          </Link>
        </h3>
        <p className="dashboard-card-who">
          Requested by <bdi>{owner}</bdi> · {count(Math.max(0, pool.fanCount), 'fan')}
        </p>
        <div className="dashboard-card-say">
          {pool.frozen ? (
            <p>An admin has frozen this pool. Its deadlines are paused, and no money moves until it is unfrozen.</p>
          ) : (
            children
          )}
        </div>
      </div>
      <div className="dashboard-card-side">
        <div>
          <p className="pool-sum mb-2">
            <span className="num">{formatMoney(pool.pledgedAmount)}</span> of {formatMoney(pool.fundingGoal)}
            <b>{percentageText(pool.pledgedAmount, pool.fundingGoal)}</b>
          </p>
          <PoolBar
            goalCents={pool.fundingGoal}
            pledgedCents={pool.pledgedAmount}
            paidCents={pool.currentAmount}
            note={pool.title}
          />
        </div>
        {facts.length > 0 ? (
          <dl className="dashboard-facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {actions && !pool.frozen ? <div className="dashboard-card-actions">{actions}</div> : null}
      </div>
      {more ? <div className="dashboard-card-more">{more}</div> : null}
    </article>
  );
}

export function DashboardCardSkeleton() {
  return (
    <div className="card dashboard-card">
      <div className="dashboard-card-main">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-11 w-full" />
      </div>
      <div className="dashboard-card-side">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  );
}
