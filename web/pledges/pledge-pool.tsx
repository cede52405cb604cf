import type { ReactNode } from 'react';
import { msg, type Text, t, textOf } from '#contract/language/text.ts';
import type { ListedPledge } from '#contract/pledges/pledges.ts';
import { endedPoolStatuses, pledgingPoolStatuses, poolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { remainingTime } from '#contract/values/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** "3 days left" while the pool takes pledges, else its state. */
export function poolMoment({ pool, poolStatus }: ListedPledge): Text {
  const left = pool && pledgingPoolStatuses.includes(poolStatus) ? remainingTime(pool.deadline) : null;
  return left ?? textOf(poolStatusWords[poolStatus]);
}

interface PledgeRowProps {
  picture: ReactNode;
  /** The state of the pool and of the pledge. */
  children: ReactNode;
  /** The amount and the next act. */
  act: ReactNode;
}

/** A pledge in a list. */
export function PledgeRow({ picture, children, act }: PledgeRowProps) {
  return (
    <li className="grid grid-cols-[--spacing(22)_minmax(0,1fr)] items-start gap-x-4 gap-y-3 p-4 sm:grid-cols-[--spacing(36)_minmax(0,1fr)] sm:gap-x-5 sm:p-5 lg:grid-cols-[--spacing(36)_minmax(0,1fr)_auto]">
      {picture}
      <div className="min-w-0">{children}</div>
      <div className="col-span-full flex flex-wrap items-center gap-2 sm:col-[2] lg:col-auto lg:min-w-44 lg:flex-col lg:items-stretch">
        {act}
      </div>
    </li>
  );
}

export function PledgeAmount({ cents }: { cents: number }) {
  return <span className="num me-auto text-xl lg:ms-auto lg:me-0">{formatMoney(cents)}</span>;
}

export function PledgeTitle({ pledge, id }: { pledge: ListedPledge; id?: string | undefined }) {
  return (
    <Link
      to={pledge.poolPath}
      id={id}
      className="tap min-w-0 text-lg leading-[1.3] font-bold wrap-anywhere hover:text-accent-text"
      dir="auto"
    >
      {pledge.poolTitle}
    </Link>
  );
}

/** The picture of the pledge's pool with its creator's in the corner. The title beside it has the same link. */
export function PledgePicture({ pledge: { pool, poolPath } }: { pledge: ListedPledge }) {
  return (
    <Link to={poolPath} className="relative block" aria-hidden="true" tabIndex={-1}>
      <span className="pledge-art relative block aspect-square overflow-hidden rounded-md bg-sunken *:absolute *:inset-0 sm:aspect-3/2">
        {pool ? <PoolPicture pool={pool} sizes="144px" /> : null}
      </span>
      {pool?.creator ? (
        <Avatar
          name={pool.creator.displayName}
          src={pool.creator.avatarUrl}
          className="absolute -end-1.5 -bottom-1.5 ring-2 ring-surface"
        />
      ) : null}
    </Link>
  );
}

/** A pool that ended without a delivery has no meter, because its totals are zero. */
const hasMeter = ({ pool, poolStatus }: ListedPledge) =>
  pool !== null && (!endedPoolStatuses.includes(poolStatus) || poolStatus === 'completed');

/** "for Odd Harbour", with the state of a pool that has no meter. */
export function PledgeCreator({ pledge }: { pledge: ListedPledge }) {
  const creator = pledge.pool?.creator;
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
      {creator ? (
        <>
          <span className="truncate rtl:whitespace-normal">{t`for ${{ creator: creator.displayName }}`}</span>
          {creator.status === 'verified' ? <VerifiedTick /> : null}
        </>
      ) : (
        <span>{pledge.pool ? t`for any creator` : t`Pool removed`}</span>
      )}
      {pledge.pool && !hasMeter(pledge) ? <span>{`· ${poolMoment(pledge)}`}</span> : null}
    </p>
  );
}

/** The meter of the pool with its figures and the time left. */
export function PledgeMeter({ pledge }: { pledge: ListedPledge }) {
  const { pool } = pledge;
  if (!pool || !hasMeter(pledge)) return null;
  const { fundingGoal: goalCents, pledgedAmount: pledgedCents, currentAmount: paidCents } = pool;
  return (
    <div className="mt-2.5 max-w-120">
      <PoolBar {...{ goalCents, pledgedCents, paidCents }} note={poolMoment(pledge)} />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted tabular-nums" aria-hidden="true">
        <span>
          <RichText
            text={msg`<b>${{ pledged: formatMoney(pledgedCents) }}</b> of ${{ goal: formatMoney(goalCents) }} · ${{ percentage: percentageText(pledgedCents, goalCents) }}`}
            tags={{ b: (text) => <b className="text-ink">{text}</b> }}
          />
        </span>
        <span className="whitespace-nowrap" suppressHydrationWarning>
          {poolMoment(pledge)}
        </span>
      </p>
    </div>
  );
}
