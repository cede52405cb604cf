import { Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { msg, plural, t, verbatim } from '#contract/language/text.ts';
import { poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { dashboardCardId, useLinkTo } from './dashboard-link.ts';
import { type Fact, FactList } from './fact-list.tsx';

const tones: Partial<Record<PoolStatus, Tone>> = {
  goal_met: 'accent',
  collecting: 'accent',
  shortfall: 'danger',
  in_production: 'accent',
  delivered: 'paid',
  completed: 'paid',
};

// With the side navigation, two columns need a wide window.
const cardLook = 'grid gap-x-6 gap-y-4 p-5 md:p-6 lg:grid-cols-[minmax(0,1fr)_--spacing(68)]';

export interface DashboardCardProps {
  pool: CreatorRequest;
  /** A sentence about the pool's status and the next step. */
  children: ReactNode;
  /** Labels with values. */
  facts?: readonly Fact[];
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
      className={`card ${cardLook} ${link ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
      tabIndex={-1}
      aria-labelledby={`pool-${pool.id}`}
    >
      <div className="min-w-0">
        {link?.toAnswer && pool.status !== 'open' && pool.status !== 'goal_met' ? (
          <p role="status" className="mb-3 font-semibold">{t`You already accepted this request.`}</p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={tones[pool.status]}>{poolStatusLabel(pool)}</Chip>
          {pool.frozen ? <Chip tone="danger" icon={<Snowflake aria-hidden="true" />}>{t`Frozen`}</Chip> : null}
          {pool.adult ? <Chip>18+</Chip> : null}
        </div>
        <h3 id={`pool-${pool.id}`} className="mt-2.5 wrap-anywhere" dir="auto">
          <Link to={pool.canonicalPath} className="hover:underline">
            {pool.title}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-muted">
          <RichText
            text={msg`Requested by <name>${{ owner }}</name> · ${plural({ fans: Math.max(0, pool.fanCount) }, { one: '# fan', other: '# fans' })}`}
            tags={{ name: (text) => <bdi>{text}</bdi> }}
          />
        </p>
        <div className="mt-2.5 max-w-160 text-muted">
          {pool.frozen ? (
            <p>{t`An admin has frozen this pool. Its deadlines are paused, and no money moves until it is unfrozen.`}</p>
          ) : (
            children
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <p className="pool-sum mb-2">
            <RichText
              text={msg`<pledged>${{ amount: formatMoney(pool.pledgedAmount) }}</pledged> of ${{ goal: formatMoney(pool.fundingGoal) }}`}
              tags={{ pledged: (text) => <span className="num">{text}</span> }}
            />
            <b>{percentageText(pool.pledgedAmount, pool.fundingGoal)}</b>
          </p>
          <PoolBar
            goalCents={pool.fundingGoal}
            pledgedCents={pool.pledgedAmount}
            paidCents={pool.currentAmount}
            note={verbatim(pool.title)}
          />
        </div>
        {facts.length > 0 ? <FactList facts={facts} /> : null}
        {actions && !pool.frozen ? <div className="mt-auto grid gap-1.5">{actions}</div> : null}
      </div>
      {more ? <div className="col-span-full border-t border-line pt-1">{more}</div> : null}
    </article>
  );
}

export function DashboardCardSkeleton() {
  return (
    <div className={`card ${cardLook}`}>
      <div className="min-w-0">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-11 w-full" />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  );
}
