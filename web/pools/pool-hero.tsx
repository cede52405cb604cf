import { plural, type Text, t } from '#contract/language/text.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import { pledgingPoolStatuses, poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { CardMarks } from './mark-buttons.tsx';
import { timeOrStatusOf } from './pool-status-text.ts';

function headlineOf(pool: PoolCard): Text {
  if (pool.status !== 'open') return poolStatusLabel(pool);
  return pool.pledgedPercentage >= 80 ? t`Almost there` : t`Highlighted`;
}

const hero = 'card overflow-hidden rounded-2xl lg:grid lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]';
const picture = 'relative block h-42 overflow-hidden lg:col-start-2 lg:row-start-1 lg:h-auto lg:min-h-65';
const words = 'flex flex-col gap-3 p-5 lg:col-start-1 lg:row-start-1 lg:p-8';

/**
 * The first highlighted pool as a large card with its basin. The picture comes first in the HTML, as on a phone, so that nothing
 * shifts while the page streams in.
 */
export function PoolHero({ pool }: { pool: PoolCard }) {
  const asked = pool.targetCreator;
  const open = pledgingPoolStatuses.includes(pool.status);
  return (
    <article className={`${hero} relative`}>
      <Link to={pool.canonicalPath} className={`${picture} *:absolute *:inset-0`} aria-hidden="true" tabIndex={-1}>
        <PoolPicture pool={pool} first sizes="(min-width: 1000px) 560px, 100vw" />
      </Link>
      <div className={words}>
        <Chip tone="paid" icon={<span className="size-1.75 rounded-full bg-current" aria-hidden="true" />}>
          {headlineOf(pool)}
        </Chip>
        <h2 className="text-3xl wrap-anywhere" dir="auto">
          <Link to={pool.canonicalPath} className="hover:text-accent-text">
            {poolTitleText(pool.title)}
          </Link>
        </h2>
        {asked ? (
          <p className="flex items-center gap-2 font-semibold">
            <Avatar name={asked.displayName} src={asked.avatarUrl} />
            <span className="truncate rtl:whitespace-normal">{t`for ${{ creator: asked.displayName }}`}</span>
            {asked.status === 'verified' ? <VerifiedTick /> : null}
          </p>
        ) : null}
        <p className="line-clamp-2 max-w-lead text-muted" dir="auto">
          {pool.description}
        </p>
        <PoolBasin
          small
          goalCents={pool.fundingGoal}
          pledgedCents={pool.pledgedAmount}
          paidCents={pool.currentAmount}
          note={timeOrStatusOf(pool)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-muted" suppressHydrationWarning>
            {t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}`} · {timeOrStatusOf(pool)}
          </span>
          <LinkButton to={pool.canonicalPath} variant="primary">
            {open ? t({ message: 'Pledge', context: 'verb on a button' }) : t`View pool`}
            <span className="sr-only">: {poolTitleText(pool.title)}</span>
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
    <div className={hero}>
      <Skeleton className={`${picture} rounded-none`} />
      <div className={words}>
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
