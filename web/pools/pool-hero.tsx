import { pledgingPoolStatuses, poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { count } from '#contract/values/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { CardMarks } from './mark-buttons.tsx';
import { timeOrStatusOf } from './pool-status-text.ts';

function headlineOf(pool: PoolCard): string {
  if (pool.status !== 'open') return poolStatusLabel(pool);
  return pool.pledgedPercentage >= 80 ? 'Almost there' : 'Highlighted';
}

/**
 * The first highlighted pool as a large card with its basin. The picture comes first in the HTML, as on a phone, so that nothing
 * shifts while the page streams in.
 */
export function PoolHero({ pool }: { pool: PoolCard }) {
  const asked = pool.targetCreator;
  const open = pledgingPoolStatuses.includes(pool.status);
  return (
    <article className="pool-hero card relative">
      <Link to={pool.canonicalPath} className="pool-hero-pic" aria-hidden="true" tabIndex={-1}>
        <PoolPicture pool={pool} first sizes="(min-width: 1000px) 560px, 100vw" />
      </Link>
      <div className="pool-hero-text">
        <Chip tone="paid" icon={<span className="dot" aria-hidden="true" />}>
          {headlineOf(pool)}
        </Chip>
        <h2>
          <Link to={pool.canonicalPath} className="hover:text-accent-text">
            {pool.title}
          </Link>
        </h2>
        {asked ? (
          <p className="flex items-center gap-2 font-semibold">
            <Avatar name={asked.displayName} src={asked.avatarUrl} />
            <span className="truncate">for {asked.displayName}</span>
            {asked.status === 'verified' ? <VerifiedTick /> : null}
          </p>
        ) : null}
        <p className="line-clamp-2 max-w-lead text-muted">{pool.description}</p>
        <PoolBasin
          small
          goalCents={pool.fundingGoal}
          pledgedCents={pool.pledgedAmount}
          paidCents={pool.currentAmount}
          note={timeOrStatusOf(pool)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-muted" suppressHydrationWarning>
            {count(pool.fanCount, 'fan')} · {timeOrStatusOf(pool)}
          </span>
          <LinkButton to={pool.canonicalPath} variant="primary">
            {open ? 'Pledge' : 'View pool'}
            <span className="sr-only">: {pool.title}</span>
          </LinkButton>
        </div>
      </div>
      <CardMarks pool={pool} />
    </article>
  );
}

/** The placeholder of the hero while it loads. */
export function PoolHeroSkeleton() {
  return (
    <div className="pool-hero card">
      <Skeleton className="pool-hero-pic rounded-none!" />
      <div className="pool-hero-text">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="h-8 w-40" />
        <Skeleton className="h-11 w-11/12" />
        <Skeleton className="h-26 w-full" />
        <Skeleton className="h-11 w-full" />
      </div>
    </div>
  );
}
