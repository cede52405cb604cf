import type { ListedPledge } from '#contract/pledges/pledges.ts';
import { endedPoolStatuses, pledgingPoolStatuses, poolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { timeLeft } from '#contract/values/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';

/** "3 days left" while the pool takes pledges, else its state. */
export function poolMoment({ pool, poolStatus }: ListedPledge): string {
  const left = pool && pledgingPoolStatuses.includes(poolStatus) ? timeLeft(pool.deadline) : null;
  return left ? `${left} left` : poolStatusWords[poolStatus];
}

/** The picture of the pledge's pool with its creator's in the corner. The title beside it has the same link. */
export function PledgePicture({ pledge: { pool, poolPath } }: { pledge: ListedPledge }) {
  return (
    <Link to={poolPath} className="pledge-picture" aria-hidden="true" tabIndex={-1}>
      <span className="pledge-art">{pool ? <PoolPicture pool={pool} sizes="144px" /> : null}</span>
      {pool?.creator ? <Avatar name={pool.creator.displayName} src={pool.creator.avatarUrl} /> : null}
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
    <p className="pledge-creator">
      {creator ? (
        <>
          <span className="truncate">for {creator.displayName}</span>
          {creator.status === 'verified' ? <VerifiedTick /> : null}
        </>
      ) : (
        <span>{pledge.pool ? 'for any creator' : 'Pool removed'}</span>
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
    <div className="pledge-meter">
      <PoolBar {...{ goalCents, pledgedCents, paidCents }} note={poolMoment(pledge)} />
      <p aria-hidden="true">
        <span>
          <b>{formatMoney(pledgedCents)}</b> of {formatMoney(goalCents)} · {percentageText(pledgedCents, goalCents)}
        </span>
        <span suppressHydrationWarning>{poolMoment(pledge)}</span>
      </p>
    </div>
  );
}
