import type { ReactNode } from 'react';
import { msg, plural, t } from '#contract/language/text.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { poolTitleText } from '#contract/pools/masked-title.ts';
import type { PoolCard as Pool } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CardMarks } from './mark-buttons.tsx';
import { timeOrStatusOf } from './pool-status-text.ts';

/** "for Odd Harbour", or "for any creator". */
const askedOf = (pool: Pool) =>
  pool.targetCreator ? t`for ${{ creator: pool.targetCreator.displayName }}` : t`for any creator`;

/** More letters than fit into the one line that a short title leaves free. */
const blurbLength = 90;

const card = 'pool-card card relative flex h-75.25 flex-col overflow-hidden rounded-lg';
const body = 'relative flex min-h-0 flex-1 flex-col gap-2 px-4 pb-3';

/** The content of a pool card. The preview of a new pool uses it, too, with its own `funding` in place of the amounts. */
export function PoolCardContent({ pool, eager, funding }: { pool: Pool; eager?: boolean; funding?: ReactNode }) {
  const category = pool.categories[0]?.category;
  const asked = pool.targetCreator ?? pool.creator;
  const moment = timeOrStatusOf(pool);
  return (
    <>
      <div className="pool-pic relative flex-none overflow-hidden bg-sunken">
        <PoolPicture pool={pool} eager={eager} sizes="(min-width: 1000px) 370px, (min-width: 560px) 45vw, 92vw" />
        {category ? (
          <Chip tone="veil">
            <span aria-hidden="true">{category.icon}</span>
            {categoryText(category.name)}
          </Chip>
        ) : null}
      </div>
      <div className={body}>
        <Avatar
          name={asked.displayName || asked.username}
          src={asked.avatarUrl}
          size={48}
          className="absolute start-3 -top-6 ring-3 ring-surface"
        />
        <p className="ms-12 mt-2 flex min-h-4 flex-none items-center gap-1.5 ps-2 text-xs leading-tight font-semibold text-muted">
          <span className="truncate rtl:whitespace-normal">{askedOf(pool)}</span>
          {pool.targetCreator?.status === 'verified' ? <VerifiedTick /> : null}
        </p>
        {/* Two lines: a title of two lines, or a title of one line and the start of the description. */}
        <div className="h-11 flex-none overflow-hidden leading-5.5">
          <h3 className="line-clamp-2 leading-5.5 wrap-anywhere" dir="auto">
            {poolTitleText(pool.title)}
          </h3>
          <p className="truncate text-sm text-muted" dir="auto">
            {pool.description.slice(0, blurbLength)}
          </p>
        </div>
        {funding ?? (
          <>
            <p className="pool-sum">
              <RichText
                text={msg`<pledged>${{ amount: formatMoney(pool.pledgedAmount) }}</pledged> <of>of ${{ goal: formatMoney(pool.fundingGoal) }}</of>`}
                tags={{ pledged: (text) => <span className="num">{text}</span>, of: (text) => <span>{text}</span> }}
              />
              <b>{percentageText(pool.pledgedAmount, pool.fundingGoal)}</b>
            </p>
            <PoolBar goalCents={pool.fundingGoal} pledgedCents={pool.pledgedAmount} paidCents={pool.currentAmount} />
          </>
        )}
        <p className="flex flex-none justify-between gap-2 text-xs leading-tight whitespace-nowrap text-muted tabular-nums">
          <span>{t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}`}</span>
          <span className="truncate" suppressHydrationWarning>
            {moment}
          </span>
        </p>
      </div>
    </>
  );
}

/** A pool in a list; 301 px high. The whole card except its buttons links to the pool. */
export function PoolCard({ pool, eager }: { pool: Pool; eager?: boolean }) {
  return (
    <div className={`${card} card-link`}>
      <Link to={pool.canonicalPath} className="flex min-h-0 flex-1 flex-col outline-none">
        <PoolCardContent pool={pool} eager={eager} />
      </Link>
      <CardMarks pool={pool} />
    </div>
  );
}

/** The box of a card that is not a link. */
export function PoolCardBox({ children }: { children: ReactNode }) {
  return <div className={card}>{children}</div>;
}

/** The placeholder of a card while it loads. */
export function PoolCardSkeleton() {
  return (
    <PoolCardBox>
      <Skeleton className="pool-pic flex-none rounded-none bg-sunken" />
      <div className={body}>
        <Skeleton className="ms-16 mt-2.5 h-3.5 w-2/5" />
        <Skeleton className="mt-2 h-4.5 w-11/12" />
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="mt-auto h-4.5 w-1/3" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3.5 w-1/2" />
      </div>
    </PoolCardBox>
  );
}
