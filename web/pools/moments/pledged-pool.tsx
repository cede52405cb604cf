import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { remainingTime } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { moneyTerms, useLivePool } from '#web/pools/page/pool-page-data.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { poolAtPath, requestedCreatorName } from '#web/pools/pool-query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PoolBasin } from '#web/ui/pool-meter.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { GoalMoment } from './goal-moment.tsx';
import { pledgeStepsOf } from './pledge-steps.ts';

/** As many as fit beside each other on a phone, together with the fan. */
const shownFans = 5;

function fansText({ fanCount }: Pool, { anonymous, amountCents }: PledgeView): Text {
  const others = fanCount - 1;
  return sentences(
    others > 0
      ? t`You and ${plural({ fans: others }, { one: '# other fan', other: '# other fans' })} back this pool.`
      : t`You’re the first fan to back this pool.`,
    t`The lighter part of the meter is your ${{ amount: formatMoney(amountCents) }}.`,
    anonymous ? t`Your name isn’t shown.` : '',
  );
}

const joinedFan = 'ring-3 ring-surface -ms-2.5 max-sm:-ms-4';

/** The fan's avatar joins those of the latest fans. */
function JoinedFans({ pool, pledge }: { pool: Pool; pledge: PledgeView }) {
  const user = useUser();
  if (!user) return null;
  const others = pool.recentFans.filter(({ id }) => id !== user.id).slice(0, shownFans);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-y-1 ps-2.5 max-sm:ps-4" aria-hidden="true">
        {others.map((fan) => (
          <Avatar
            key={fan.id}
            name={fan.displayName || fan.username}
            src={fan.avatarUrl}
            size={48}
            className={joinedFan}
          />
        ))}
        <Avatar
          name={user.displayName || user.username}
          src={user.avatarUrl}
          size={48}
          className="joined-self -ms-1 first:-ms-2.5 max-sm:first:-ms-4"
        />
      </div>
      <p className="text-muted">{fansText(pool, pledge)}</p>
    </div>
  );
}

/** Statuses in which a pledge is part of the meter. */
const isCounted = ({ status }: PledgeView) => status === 'pledged' || status === 'paid';

function Asked({ pool }: { pool: Pool }) {
  const name = requestedCreatorName(pool);
  if (name === null) return null;
  const { targetCreator, assignedCreator } = pool;
  return (
    <p className="flex items-center gap-2 text-muted">
      <Avatar name={name} src={(targetCreator ?? assignedCreator)?.avatarUrl} />
      <span className="truncate rtl:whitespace-normal">{t`for ${{ creator: name }}`}</span>
      {targetCreator?.status === 'verified' ? <VerifiedTick /> : null}
    </p>
  );
}

function PoolCard({ pool, pledge }: { pool: Pool; pledge: PledgeView }) {
  const isFunding = pledgingPoolStatuses.includes(pool.status) && !pool.clocks.accountDueAt;
  const left = isFunding ? remainingTime(pool.deadline) : null;
  return (
    <div className="overflow-hidden rounded-2xl bg-surface shadow-lift">
      <div className="relative aspect-video max-h-66 w-full overflow-hidden bg-sunken">
        <PoolPicture pool={pool} sizes="(min-width: 1024px) 480px, 100vw" first />
      </div>
      <div className="grid gap-4 p-5">
        <Link
          to={pledge.poolPath}
          className="font-display text-xl leading-[1.2] font-[750] wrap-anywhere hover:underline"
          dir="auto"
        >
          {pool.title}
        </Link>
        <Asked pool={pool} />
        <PoolBasin
          goalCents={pool.fundingGoal}
          pledgedCents={pool.pledgedAmount}
          paidCents={pool.currentAmount}
          own={isCounted(pledge) ? { cents: pledge.amountCents, paid: pledge.status === 'paid' } : undefined}
          note={left ?? undefined}
        />
        {isCounted(pledge) ? <JoinedFans pool={pool} pledge={pledge} /> : null}
      </div>
    </div>
  );
}

/** The pool of a pledge: its picture, its meter with the fan's own part, and its fans. Celebrates a goal that this pledge has met. */
export function PledgedPool({ pledge }: { pledge: PledgeView }) {
  const { data: pool, error } = useData(poolAtPath(pledge.poolPath));
  useLivePool(pool, pledge.poolPath);
  if (!pool) return error ? null : <Skeleton className="h-120 rounded-xl!" />;
  return (
    <>
      <GoalMoment pool={pool} arrived={pledge.metGoal && pledge.status === 'pledged'} />
      <PoolCard pool={pool} pledge={pledge} />
    </>
  );
}

/** The line before it leads to the next step. */
const stepLook =
  'relative grid grid-cols-[--spacing(6)_minmax(0,1fr)] gap-x-4 pb-5 before:absolute before:start-2.75 before:top-6 before:bottom-0 before:w-0.5 before:bg-line last:before:hidden';

const markLooks = {
  done: 'bg-paid text-on-paid',
  now: 'inset-ring-7 inset-ring-accent',
  next: 'inset-ring-2 inset-ring-line-strong',
};

function StepList({ pool, pledge }: { pool: Pool; pledge: PledgeView }) {
  const { data: terms } = useData(moneyTerms);
  const steps = pledgeStepsOf({ ...poolFactsOf(pool, terms), pledge });
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-4">{t`What happens next`}</h2>
      <ol>
        {steps.map(({ title, text, state }) => (
          <li key={title} className={stepLook} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={`grid size-6 place-items-center rounded-full ${markLooks[state]}`}>
              {state === 'done' ? <Check aria-hidden="true" className="size-3.75 stroke-3" /> : null}
            </span>
            <b className="font-display text-lg leading-6 font-bold">
              {title}
              {state === 'done' ? (
                <span className="sr-only">{`, ${t({ message: 'done', context: 'a step' })}`}</span>
              ) : null}
            </b>
            <p className="col-[2] text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The steps that follow a pledge, with their dates, above `children`. */
export function PledgeSteps({ pledge, children }: { pledge: PledgeView; children: ReactNode }) {
  const { data: pool, error } = useData(poolAtPath(pledge.poolPath));
  if (!pool && !error) return <Skeleton className="h-120 rounded-xl!" />;
  return (
    <>
      {pool ? <StepList pool={pool} pledge={pledge} /> : null}
      {children}
    </>
  );
}
