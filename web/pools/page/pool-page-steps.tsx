import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { accountWaitEnd, lapsedUnpayable } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { PoolFacts } from '#web/pools/pool-facts.ts';
import type { Step } from '#web/ui/display.tsx';
import { RichText, type Words } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';
import { nextWordsOf } from './pool-page-next-step.tsx';
import { hasEnded } from './pool-page-status.ts';

const creatorsAnswer = msg`Creator’s answer`;
const deliveredTitle = msg({ message: 'Delivered', context: 'step of a pool' });
const fillingUp = msg`Filling up`;
const collecting = msg({ message: 'Collecting', context: 'step of a pool' });
const payoutAccount = msg`Payout account`;
const refundedTitle = msg({ message: 'Refunded', context: 'step of a pool' });
const titles = [msg({ message: 'Requested', context: 'step of a pool' }), fillingUp, creatorsAnswer, deliveredTitle];

type Part = Pick<Step, 'state' | 'detail'> & { title?: Message };
const part = (state: Step['state'], detail?: Words | null, title?: Message): Part => ({ state, detail, title });
const done = (detail?: Words | null, title?: Message) => part('done', detail, title);
const now = (detail: Words) => part('now', detail);
const next = (detail: Words) => part('next', detail);
const failed = (detail: Words | null) => part('failed', detail);

const money = formatMoney;
const joined = ({ pool }: PoolFacts) =>
  done(t`${plural({ fans: pool.fanCount }, { one: '# fan joined', other: '# fans joined' })}`);
/** Replaces the number of fans when every pledge was released or refunded. */
const asked = ({ pool }: PoolFacts) =>
  done(onDay(msg({ message: 'on <day/>', context: 'below the step “Requested”' }), pool.createdAt));
const goalMet = ({ pool }: PoolFacts) => done(t`${{ amount: money(pool.fundingGoal) }} was pledged`);
const filled = ({ pool }: PoolFacts) =>
  done(
    isAnsweredBelowGoal(pool)
      ? t`${{ amount: money(pool.pledgedAmount) }} of ${{ goal: money(pool.fundingGoal) }} pledged`
      : t`${{ amount: money(pool.pledgedAmount) }} pledged`,
  );
const answerAhead = ({ withinResponse }: PoolFacts) =>
  next(t`${{ withinSomeDays: withinResponse }}, then cards are charged`);
const orPaidBack = () => next(t({ message: 'or everyone is refunded', context: 'below the next step “Delivered”' }));
const inDays = ({ pool }: PoolFacts) => ({
  ...next(
    t`within ${plural({ days: pool.terms?.deliveryDays ?? 0 }, { one: '# day', other: '# days' })} of the charge`,
  ),
  title: deliveredTitle,
});
const lastAt = (pool: Pool, to: PoolStatus) => pool.events.findLast((event) => event.to === to)?.at;
const on = (at: string | null | undefined) => (at ? <Day at={at} /> : null);
/** A text with a date at `<day/>`. */
const onDay = (text: Message, at: string | null | undefined) => <RichText text={text} tags={{ day: () => on(at) }} />;
const nobodyCharged = () =>
  done(t({ message: 'no card was charged', context: 'below the step “Pledges released”' }), msg`Pledges released`);
const paidBack = () => done(t({ message: 'everyone who paid', context: 'below the step “Refunded”' }), refundedTitle);

function filling({ pool }: PoolFacts): Part {
  const missing = Math.max(0, pool.fundingGoal - pool.pledgedAmount);
  return now(
    <RichText
      text={msg`${{ amount: money(missing) }} to go, <time/>`}
      tags={{ time: () => <RemainingTime until={pool.deadline} /> }}
    />,
  );
}

function answering({ pool, assigned }: PoolFacts): Part {
  const until = pool.clocks.responseDueAt ?? pool.deadline;
  if (!assigned)
    return now(
      onDay(
        msg({
          message: 'no creator has taken it on yet; open until <day/>',
          context: 'below the step “Creator’s answer”',
        }),
        until,
      ),
    );
  return now(
    <RichText
      text={msg({ message: '<time/>, then pledges are released', context: 'below the step “Creator’s answer”' })}
      tags={{ time: () => <RemainingTime until={until} /> }}
    />,
  );
}

const answeredYes = ({ pool }: PoolFacts) =>
  done(
    onDay(msg({ message: 'accepted on <day/>', context: 'below the step “Creator’s answer”' }), pool.terms?.acceptedAt),
  );

function payable({ pool }: PoolFacts): Part {
  return {
    ...now(
      onDay(
        pool.isAssignedCreator
          ? msg({ message: 'yours has to be ready by <day/>', context: 'below the step “Payout account”' })
          : msg({ message: 'theirs has to be ready by <day/>', context: 'below the step “Payout account”' }),
        accountWaitEnd(pool),
      ),
    ),
    title: payoutAccount,
  };
}

function charging({ pool }: PoolFacts): Part {
  return now(
    t`accepted. ${{ amount: money(pool.currentAmount) }} of ${{ pledged: money(pool.pledgedAmount) }} charged so far`,
  );
}

function short({ pool }: PoolFacts): Part {
  const paid = money(pool.currentAmount);
  const needed = money(pool.terms?.floorCents ?? 0);
  return now(
    onDay(
      pool.isAssignedCreator
        ? msg`${{ paid }} paid, ${{ needed }} needed; you decide by <day/>`
        : msg`${{ paid }} paid, ${{ needed }} needed; they decide by <day/>`,
      pool.clocks.shortfallDueAt,
    ),
  );
}

function making({ pool }: PoolFacts): Part {
  const due = pool.clocks.deliveryDueAt;
  return now(
    due ? (
      <RichText
        text={msg({ message: 'due by <day/>, <time/>', context: 'below the step “Delivered”' })}
        tags={{ day: () => on(due), time: () => <RemainingTime until={due} /> }}
      />
    ) : (
      t({ message: 'being made', context: 'below the step “Delivered”' })
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
  if (wasShort)
    return [
      asked(facts),
      ...fundedPart(facts),
      {
        ...failed(
          onDay(msg({ message: 'too little was paid, <day/>', context: 'below the step “Collecting”' }), pool.endedAt),
        ),
        title: collecting,
      },
      paidBack(),
    ];
  return [
    goalWasMet(pool) ? { ...goalMet(facts), title: fillingUp } : asked(facts),
    { ...answeredYes(facts), title: creatorsAnswer },
    { ...failed(on(pool.endedAt)), title: deliveredTitle },
    paidBack(),
  ];
}

/** The steps of a pool, up to the one where it ended: "Requested, Filling up, Creator's answer, Delivered". */
const stepsOf: Record<PoolStatus, (facts: PoolFacts) => Part[]> = {
  in_review: (s) => [
    now(t({ message: 'waiting for review', context: 'below the step “Requested”' })),
    next(t({ message: 'once it is open', context: 'below the step “Filling up”' })),
    answerAhead(s),
    orPaidBack(),
  ],
  open: (s) => [joined(s), filling(s), answerAhead(s), orPaidBack()],
  goal_met: (s) => [joined(s), filled(s), answering(s), orPaidBack()],
  accepted: (s) =>
    accountWaitEnd(s.pool)
      ? [joined(s), filled(s), answeredYes(s), payable(s), inDays(s)]
      : [joined(s), filling(s), answeredYes(s), inDays(s)],
  collecting: (s) => [joined(s), filled(s), charging(s), inDays(s)],
  shortfall: (s) => [joined(s), filled(s), short(s), orPaidBack()],
  in_production: (s) => [joined(s), filled(s), answeredYes(s), making(s)],
  delivery_review: (s) => [
    joined(s),
    filled(s),
    answeredYes(s),
    now(t({ message: 'submitted, under review', context: 'below the step “Delivered”' })),
  ],
  delivered: (s) => [joined(s), filled(s), answeredYes(s), made(s)],
  completed: (s) => [joined(s), filled(s), answeredYes(s), made(s)],
  expired: (s) => [
    asked(s),
    failed(onDay(msg`below ${{ goal: money(s.pool.fundingGoal) }} on <day/>`, s.pool.endedAt)),
    nobodyCharged(),
  ],
  declined: (s) => [
    asked(s),
    ...fundedPart(s),
    {
      ...failed(
        onDay(msg({ message: 'declined on <day/>', context: 'below the step “Creator’s answer”' }), s.pool.endedAt),
      ),
      title: creatorsAnswer,
    },
    nobodyCharged(),
  ],
  lapsed: (s) =>
    lapsedUnpayable(s.pool)
      ? [
          asked(s),
          { ...answeredYes(s), title: creatorsAnswer },
          {
            ...failed(t({ message: 'not ready in time', context: 'below the step “Payout account”' })),
            title: payoutAccount,
          },
          nobodyCharged(),
        ]
      : [
          asked(s),
          goalMet(s),
          failed(t({ message: 'no answer in time', context: 'below the step “Creator’s answer”' })),
          nobodyCharged(),
        ],
  cancelled: (s) => [
    asked(s),
    failed(onDay(msg({ message: 'canceled on <day/>', context: 'below the step “Filling up”' }), s.pool.endedAt)),
    nobodyCharged(),
  ],
  refunded: undelivered,
  removed: (s) => [
    failed(onDay(msg({ message: 'removed on <day/>', context: 'below the step “Requested”' }), s.pool.endedAt)),
    done(t({ message: 'all money held for this pool', context: 'below the step “Refunded”' }), refundedTitle),
  ],
};

export interface Story {
  steps: Step[];
  /** The next step, or the outcome. */
  next: Words;
  money: Words;
  over: boolean;
}

/** A pool's state as text: its steps, the next step, and the result for the money. */
export function storyOf(facts: PoolFacts): Story {
  const { pool } = facts;
  const titleOf = (title = creatorsAnswer): Text =>
    pool.isAssignedCreator && title === creatorsAnswer ? t`Your answer` : textOf(title);
  const steps = stepsOf[pool.status](facts).map(({ title, ...rest }, index) => {
    const paused =
      pool.frozen && rest.state === 'now'
        ? { detail: t({ message: 'paused while the pool is frozen', context: 'below any step of a pool' }) }
        : {};
    return { ...rest, ...paused, title: titleOf(title ?? titles[index]) };
  });
  return {
    steps,
    ...nextWordsOf(facts),
    over: hasEnded(pool.status),
  };
}
