import type { ReactNode } from 'react';
import type { PoolCard as Pool } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { CardMarks } from './mark-buttons.tsx';
import { timeOrStatusOf } from './pool-status-text.ts';

/** "for Odd Harbour", or "for any creator". */
const askedOf = (pool: Pool) => (pool.targetCreator ? `for ${pool.targetCreator.displayName}` : 'for any creator');

/** More letters than fit into the one line that a short title leaves free. */
const blurbLength = 90;

/** The content of a pool card. The preview of a new pool uses it, too, with its own `funding` in place of the amounts. */
export function PoolCardContent({ pool, eager, funding }: { pool: Pool; eager?: boolean; funding?: ReactNode }) {
  const category = pool.categories[0]?.category;
  const asked = pool.targetCreator ?? pool.creator;
  const moment = timeOrStatusOf(pool);
  return (
    <>
      <div className="pool-pic">
        <PoolPicture pool={pool} eager={eager} sizes="(min-width: 1000px) 370px, (min-width: 560px) 45vw, 92vw" />
        {category ? (
          <Chip tone="veil">
            <span aria-hidden="true">{category.icon}</span>
            {category.name}
          </Chip>
        ) : null}
      </div>
      <div className="pool-body">
        <Avatar name={asked.displayName || asked.username} src={asked.avatarUrl} size={48} />
        <p className="pool-who">
          <span>{askedOf(pool)}</span>
          {pool.targetCreator?.status === 'verified' ? <VerifiedTick /> : null}
        </p>
        <div className="pool-words">
          <h3>{pool.title}</h3>
          <p>{pool.description.slice(0, blurbLength)}</p>
        </div>
        {funding ?? (
          <>
            <p className="pool-sum">
              <span className="num">{formatMoney(pool.pledgedAmount)}</span>
              <span>of {formatMoney(pool.fundingGoal)}</span>
              <b>{percentageText(pool.pledgedAmount, pool.fundingGoal)}</b>
            </p>
            <PoolBar goalCents={pool.fundingGoal} pledgedCents={pool.pledgedAmount} paidCents={pool.currentAmount} />
          </>
        )}
        <p className="pool-foot">
          <span>{count(pool.fanCount, 'fan')}</span>
          <span suppressHydrationWarning>{moment}</span>
        </p>
      </div>
    </>
  );
}

/** A pool in a list; 301 px high. The whole card except its buttons links to the pool. */
export function PoolCard({ pool, eager }: { pool: Pool; eager?: boolean }) {
  return (
    <div className="pool-card card card-link">
      <Link to={pool.canonicalPath} className="pool-card-link">
        <PoolCardContent pool={pool} eager={eager} />
      </Link>
      <CardMarks pool={pool} />
    </div>
  );
}

/** The placeholder of a card while it loads. */
export function PoolCardSkeleton() {
  return (
    <div className="pool-card card">
      <Skeleton className="pool-pic rounded-none!" />
      <div className="pool-body">
        <Skeleton className="mt-2.5 ml-16 h-3.5 w-2/5" />
        <Skeleton className="mt-2 h-4.5 w-11/12" />
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="mt-auto h-4.5 w-1/3" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    </div>
  );
}
