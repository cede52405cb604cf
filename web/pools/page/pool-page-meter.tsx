import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural, type Text, t } from '#contract/language/text.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { remainingTime } from '#contract/values/time.ts';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';

function Fact({ value, label }: { value: ReactNode; label: Text }) {
  return (
    <div className="flex flex-1 flex-col">
      <dd className="num text-xl leading-tight whitespace-nowrap">{value}</dd>
      <dt className="text-sm text-muted">{label}</dt>
    </div>
  );
}

/** The next deadline of a pool, if one runs, and what the time until then is for: the words below "3 days". */
function dueOf(pool: Pool): readonly [until: string | null, label: Text] {
  const { clocks } = pool;
  const left = t({ message: 'left', context: 'below the time left, such as “3 days”' });
  switch (pool.status) {
    case 'goal_met':
      return [clocks.responseDueAt, t({ message: 'to answer', context: 'below the time left, such as “3 days”' })];
    case 'collecting':
      return [clocks.paymentDueAt, t({ message: 'to pay', context: 'below the time left, such as “3 days”' })];
    case 'shortfall':
      return [clocks.shortfallDueAt, t({ message: 'to decide', context: 'below the time left, such as “3 days”' })];
    case 'in_production':
      return [clocks.deliveryDueAt, t({ message: 'to deliver', context: 'below the time left, such as “3 days”' })];
    case 'delivered':
      return [clocks.quietUntil, t({ message: 'to object', context: 'below the time left, such as “3 days”' })];
    case 'accepted':
      return [clocks.accountDueAt ?? clocks.startDueAt ?? pool.deadline, left];
    default:
      return [pledgingPoolStatuses.includes(pool.status) ? pool.deadline : null, left];
  }
}

/** The time until the pool's next deadline, or the date it ended if no deadline runs. */
function Clock({ pool }: { pool: Pool }) {
  const [until, label] = dueOf(pool);
  if (pool.frozen) return <Fact value={t`Frozen`} label={t`deadlines paused`} />;
  if (until) return <Fact value={<TimeLeft until={until} over={t`0 days`} />} label={label} />;
  const ended = pool.endedAt ?? pool.events.at(-1)?.at ?? pool.createdAt;
  return (
    <Fact
      value={<Day at={ended} />}
      label={
        pool.endedAt
          ? t({ message: 'ended', context: 'below a date' })
          : t({ message: 'submitted', context: 'below a date' })
      }
    />
  );
}

/** The figures that the basin does not show: the amount above the goal and the amount paid. */
function BeyondTheGoal({ pool }: { pool: Pool }) {
  const over = pool.pledgedAmount - pool.fundingGoal;
  if (over < 0 && pool.currentAmount === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {over >= 0 ? (
        <li className="flex items-center gap-1.5 font-semibold text-accent-text">
          <Check aria-hidden="true" className="size-4!" />
          {over === 0 ? t`Goal met` : t`Goal met, ${{ amount: formatMoney(over) }} above it`}
        </li>
      ) : null}
      {pool.currentAmount > 0 ? (
        <li className="flex items-center gap-1.5 font-semibold text-paid-text">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-paid" />
          {t`${{ amount: formatMoney(pool.currentAmount) }} paid`}
        </li>
      ) : null}
    </ul>
  );
}

/**
 * The basin and three figures below it. A pool that ended without a delivery shows the level that it had reached. The key keeps the
 * basin from celebrating when an open page learns of the end.
 */
export function PoolPageMeter({ pool }: { pool: Pool }) {
  return pool.atEnd ? <Filled key="ended" pool={{ ...pool, ...pool.atEnd }} /> : <Filled pool={pool} />;
}

function Filled({ pool }: { pool: Pool }) {
  const average = pool.fanCount > 0 ? Math.round(pool.pledgedAmount / pool.fanCount) : 0;
  const left = pledgingPoolStatuses.includes(pool.status)
    ? remainingTime(pool.clocks.accountDueAt ?? pool.deadline)
    : null;
  return (
    <>
      <PoolBasin
        goalCents={pool.fundingGoal}
        pledgedCents={pool.pledgedAmount}
        paidCents={pool.currentAmount}
        note={left ?? (pool.atEnd ? t({ message: 'ended', context: 'a pool' }) : undefined)}
      />
      <BeyondTheGoal pool={pool} />
      <dl className="flex flex-wrap gap-x-4 gap-y-2">
        <Fact
          value={formatNumber(pool.fanCount)}
          label={t`${plural({ fans: pool.fanCount }, { one: 'fan', other: 'fans' })}`}
        />
        <Clock pool={pool} />
        <Fact
          value={average % 100 === 0 ? formatMoney(average) : formatMoneyExact(average)}
          label={t({ message: 'average', context: 'below the average pledge' })}
        />
      </dl>
    </>
  );
}
