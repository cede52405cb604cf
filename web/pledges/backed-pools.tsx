import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { ListedPledge } from '#contract/pledges/pledges.ts';
import { formatMoney } from '#contract/values/money.ts';
import { useData } from '#web/data/query.ts';
import { Chip } from '#web/ui/display.tsx';
import { Link, TextLink } from '#web/ui/link.tsx';
import { PoolBar } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { backedPools } from './my-pledges-query.ts';
import { describePledge } from './pledge-texts.ts';

function Backed({ pledge }: { pledge: ListedPledge }) {
  const { label, tone } = describePledge(pledge);
  const { pool } = pledge;
  return (
    <li className="max-w-80 snap-start scroll-ms-1">
      <Link
        to={pledge.poolPath}
        className="card card-link grid min-h-23 grid-cols-[--spacing(22)_minmax(0,1fr)] overflow-hidden rounded-lg"
      >
        <div className="relative overflow-hidden bg-sunken *:absolute *:inset-0">
          {pool ? <PoolPicture pool={pool} sizes="88px" /> : null}
        </div>
        <div className="flex min-w-0 flex-col justify-between gap-1.5 px-3 pt-2.5 pb-3">
          <b className="truncate" dir="auto">
            {pledge.poolTitle}
          </b>
          <span className="flex items-center justify-between gap-2">
            <span className="num">{formatMoney(pledge.amountCents)}</span>
            <Chip tone={tone}>{label}</Chip>
          </span>
          {pool ? (
            <PoolBar goalCents={pool.fundingGoal} pledgedCents={pool.pledgedAmount} paidCents={pool.currentAmount} />
          ) : null}
        </div>
      </Link>
    </li>
  );
}

/** The pools that the fan backs, in one row. Renders nothing if there are none. */
export function BackedPools() {
  const { total, pledges } = useData(backedPools).data ?? { total: 0, pledges: [] };
  if (total === 0) return null;
  return (
    <section aria-labelledby="backed-pools" className="mb-8">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="backed-pools" className="text-lg!">{t`Pools you back`}</h2>
        <TextLink to={paths.myAccount} className="tap">
          {total > pledges.length ? t`See all ${{ number: total }}` : t`Your pledges`}
        </TextLink>
      </div>
      {/* Room for shadows and focus rings, which the scroll container would clip. */}
      <ul className="-m-1 grid snap-x grid-flow-col auto-cols-[minmax(--spacing(68),1fr)] gap-3 overflow-x-auto overscroll-x-contain px-1 pt-1 pb-3 [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin]">
        {pledges.map((pledge) => (
          <Backed key={pledge.id} pledge={pledge} />
        ))}
      </ul>
    </section>
  );
}
