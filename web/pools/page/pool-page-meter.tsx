import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { grouped } from '#contract/values/format-number.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import { timeLeft } from '#contract/values/time.ts';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';

function Fact({ value, label }: { value: ReactNode; label: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col">
      <dd className="num text-xl leading-tight whitespace-nowrap">{value}</dd>
      <dt className="text-sm text-muted">{label}</dt>
    </div>
  );
}

/** The time until the pool's next deadline, or the date it ended if no deadline runs. */
function Clock({ pool }: { pool: Pool }) {
  const { clocks } = pool;
  const waiting = pledgingPoolStatuses.includes(pool.status);
  const due = {
    goal_met: [clocks.responseDueAt, 'to answer'],
    accepted: [clocks.accountDueAt ?? clocks.startDueAt ?? pool.deadline, 'left'],
    collecting: [clocks.paymentDueAt, 'to pay'],
    shortfall: [clocks.shortfallDueAt, 'to decide'],
    in_production: [clocks.deliveryDueAt, 'to deliver'],
    delivered: [clocks.quietUntil, 'to object'],
  }[pool.status as string] ?? [waiting ? pool.deadline : null, 'left'];
  const [until, label] = due;
  if (pool.frozen) return <Fact value="Frozen" label="deadlines paused" />;
  if (until) return <Fact value={<TimeLeft until={until} over="0 days" />} label={label} />;
  const ended = pool.endedAt ?? pool.events.at(-1)?.at ?? pool.createdAt;
  return <Fact value={<Day at={ended} />} label={pool.endedAt ? 'ended' : 'submitted'} />;
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
          {over === 0 ? 'Goal met' : `Goal met, ${formatMoney(over)} above it`}
        </li>
      ) : null}
      {pool.currentAmount > 0 ? (
        <li className="flex items-center gap-1.5 font-semibold text-paid-text">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-paid" />
          {formatMoney(pool.currentAmount)} paid
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
  const left = pledgingPoolStatuses.includes(pool.status) ? timeLeft(pool.clocks.accountDueAt ?? pool.deadline) : null;
  return (
    <>
      <PoolBasin
        goalCents={pool.fundingGoal}
        pledgedCents={pool.pledgedAmount}
        paidCents={pool.currentAmount}
        note={left ? `${left} left` : pool.atEnd ? 'ended' : undefined}
      />
      <BeyondTheGoal pool={pool} />
      <dl className="flex flex-wrap gap-2">
        <Fact value={grouped(pool.fanCount)} label={pool.fanCount === 1 ? 'fan' : 'fans'} />
        <Clock pool={pool} />
        <Fact value={average % 100 === 0 ? formatMoney(average) : formatMoneyExact(average)} label="average" />
      </dl>
    </>
  );
}
