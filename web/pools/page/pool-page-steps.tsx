import type { ReactNode } from 'react';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import type { PoolFacts } from '#web/pools/pool-facts.ts';
import type { Step } from '#web/ui/display.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';
import { nextWordsOf } from './pool-page-next-step.tsx';
import { hasEnded } from './pool-page-status.ts';

const titles = ['Requested', 'Filling up', 'Creator’s answer', 'Delivered'];

type Part = Pick<Step, 'state' | 'detail'> & { title?: string };
const part = (state: Step['state'], detail?: ReactNode, title?: string): Part => ({ state, detail, title });
const done = (detail?: ReactNode, title?: string) => part('done', detail, title);
const now = (detail: ReactNode) => part('now', detail);
const next = (detail: ReactNode) => part('next', detail);
const failed = (detail: ReactNode) => part('failed', detail);

const money = formatMoney;
const joined = ({ pool }: PoolFacts) => done(`${count(pool.fanCount, 'fan')} joined`);
/** Replaces the number of fans when every pledge was released or refunded. */
const asked = ({ pool }: PoolFacts) => done(<>on {on(pool.createdAt)}</>);
const goalMet = ({ pool }: PoolFacts) => done(`${money(pool.fundingGoal)} was pledged`);
const filled = ({ pool }: PoolFacts) =>
  done(`${money(pool.pledgedAmount)}${isAnsweredBelowGoal(pool) ? ` of ${money(pool.fundingGoal)}` : ''} pledged`);
const answerAhead = ({ responseWindow }: PoolFacts) => next(`within ${responseWindow}, then cards are charged`);
const orPaidBack = next('or everyone is refunded');
const inDays = ({ pool }: PoolFacts) => ({
  ...next(`within ${count(pool.terms?.deliveryDays ?? 0, 'day')} of the charge`),
  title: titles[3],
});
const lastAt = (pool: Pool, to: PoolStatus) => pool.events.findLast((event) => event.to === to)?.at;
const on = (at: string | null | undefined) => (at ? <Day at={at} /> : null);
const nobodyCharged = done('no card was charged', 'Pledges released');
const paidBack = done('everyone who paid', 'Refunded');

function filling({ pool }: PoolFacts): Part {
  const missing = Math.max(0, pool.fundingGoal - pool.pledgedAmount);
  return now(
    <>
      {money(missing)} to go, <TimeLeft until={pool.deadline} over="no time" /> left
    </>,
  );
}

function answering({ pool, assigned }: PoolFacts): Part {
  const until = pool.clocks.responseDueAt ?? pool.deadline;
  if (!assigned) return now(<>no creator has taken it on yet; open until {on(until)}</>);
  return now(
    <>
      <TimeLeft until={until} /> left, then pledges are released
    </>,
  );
}

const answeredYes = ({ pool }: PoolFacts) => done(<>accepted on {on(pool.terms?.acceptedAt)}</>);

function payable({ pool }: PoolFacts): Part {
  return {
    ...now(
      <>
        {pool.isAssignedCreator ? 'yours' : 'theirs'} has to be ready by {on(accountWaitEnd(pool))}
      </>,
    ),
    title: 'Payout account',
  };
}

function charging({ pool }: PoolFacts): Part {
  return now(
    <>
      accepted. {money(pool.currentAmount)} of {money(pool.pledgedAmount)} charged so far
    </>,
  );
}

function short({ pool }: PoolFacts): Part {
  const least = money(pool.terms?.floorCents ?? 0);
  return now(
    <>
      {money(pool.currentAmount)} paid, {least} needed; {pool.isAssignedCreator ? 'you' : 'they'} decide by{' '}
      {on(pool.clocks.shortfallDueAt)}
    </>,
  );
}

function making({ pool }: PoolFacts): Part {
  const due = pool.clocks.deliveryDueAt;
  return now(
    due ? (
      <>
        due by {on(due)}, <TimeLeft until={due} /> left
      </>
    ) : (
      'being made'
    ),
  );
}

const made = ({ pool }: PoolFacts) => done(on(lastAt(pool, 'delivered')));
/** Whether the pool had met its goal when its funding ended. A pool that was accepted below its goal has no event for that. */
const goalWasMet = ({ events, atEnd, fundingGoal }: Pool) =>
  events.some(({ from, to }) => from === 'goal_met' && to !== 'open') || (atEnd?.pledgedAmount ?? 0) >= fundingGoal;
const fundedPart = (facts: PoolFacts) => (goalWasMet(facts.pool) ? [goalMet(facts)] : []);

function undelivered(facts: PoolFacts): Part[] {
  const { pool } = facts;
  const wasShort = pool.events.at(-1)?.from === 'shortfall';
  const ended = on(pool.endedAt);
  if (wasShort)
    return [
      asked(facts),
      ...fundedPart(facts),
      { ...failed(<>too little was paid, {ended}</>), title: 'Collecting' },
      paidBack,
    ];
  return [
    goalWasMet(pool) ? { ...goalMet(facts), title: titles[1] } : asked(facts),
    { ...answeredYes(facts), title: titles[2] },
    { ...failed(ended), title: titles[3] },
    paidBack,
  ];
}

/** The steps of a pool, up to the one where it ended: "Requested, Filling up, Creator's answer, Delivered". */
const stepsOf: Record<PoolStatus, (facts: PoolFacts) => Part[]> = {
  in_review: (s) => [now('waiting for review'), next('once it is open'), answerAhead(s), orPaidBack],
  open: (s) => [joined(s), filling(s), answerAhead(s), orPaidBack],
  goal_met: (s) => [joined(s), filled(s), answering(s), orPaidBack],
  accepted: (s) =>
    accountWaitEnd(s.pool)
      ? [joined(s), filled(s), answeredYes(s), payable(s), inDays(s)]
      : [joined(s), filling(s), answeredYes(s), inDays(s)],
  collecting: (s) => [joined(s), filled(s), charging(s), inDays(s)],
  shortfall: (s) => [joined(s), filled(s), short(s), orPaidBack],
  in_production: (s) => [joined(s), filled(s), answeredYes(s), making(s)],
  delivery_review: (s) => [joined(s), filled(s), answeredYes(s), now('submitted, under review')],
  delivered: (s) => [joined(s), filled(s), answeredYes(s), made(s)],
  completed: (s) => [joined(s), filled(s), answeredYes(s), made(s)],
  expired: (s) => [
    asked(s),
    failed(
      <>
        below {money(s.pool.fundingGoal)} on {on(s.pool.endedAt)}
      </>,
    ),
    nobodyCharged,
  ],
  declined: (s) => [
    asked(s),
    ...fundedPart(s),
    { ...failed(<>declined on {on(s.pool.endedAt)}</>), title: titles[2] },
    nobodyCharged,
  ],
  lapsed: (s) =>
    lapsedUnpayable(s.pool)
      ? [
          asked(s),
          { ...answeredYes(s), title: titles[2] },
          { ...failed('not ready in time'), title: 'Payout account' },
          nobodyCharged,
        ]
      : [asked(s), goalMet(s), failed('no answer in time'), nobodyCharged],
  cancelled: (s) => [asked(s), failed(<>canceled on {on(s.pool.endedAt)}</>), nobodyCharged],
  refunded: undelivered,
  removed: (s) => [
    failed(<>removed on {on(s.pool.endedAt)}</>),
    { ...done('all money held for this pool'), title: 'Refunded' },
  ],
};

export interface Story {
  steps: Step[];
  /** The next step, or the outcome. */
  next: ReactNode;
  money: ReactNode;
  over: boolean;
}

/** A pool's state as text: its steps, the next step, and the result for the money. */
export function storyOf(facts: PoolFacts): Story {
  const { pool } = facts;
  const steps = stepsOf[pool.status](facts).map(({ title, ...rest }, index) => {
    const named = title ?? titles[index] ?? '';
    const paused = pool.frozen && rest.state === 'now' ? { detail: 'paused while the pool is frozen' } : {};
    return { ...rest, ...paused, title: pool.isAssignedCreator && named === titles[2] ? 'Your answer' : named };
  });
  return {
    steps,
    ...nextWordsOf(facts),
    over: hasEnded(pool.status),
  };
}
