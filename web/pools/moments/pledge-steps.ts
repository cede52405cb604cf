import { limits } from '#contract/limits.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import type { PoolFacts } from '#web/pools/pool-facts.ts';

/** One step after a pledge: its title, and a sentence with the date where one is known. */
export interface PledgeStep {
  title: string;
  text: string;
  state: 'done' | 'now' | 'next';
}

interface PledgeFacts extends PoolFacts {
  pledge: Pick<PledgeView, 'amountCents' | 'paidAt'>;
}

const step = (state: PledgeStep['state'], title: string, text: string): PledgeStep => ({ state, title, text });
const dateOf = (at: string | null | undefined) => (at ? fullDate(at) : 'the due date');
const capital = (who: string) => (who === 'a creator' ? 'A creator' : who);
const goalMetAt = ({ pool }: PoolFacts) => pool.events.findLast(({ to }) => to === 'goal_met')?.at;

function filling({ pool }: PledgeFacts): PledgeStep {
  const missing = Math.max(0, pool.fundingGoal - pool.pledgedAmount);
  return step(
    'now',
    'The pool fills up',
    `${formatMoney(missing)} to go by ${fullDate(pool.deadline)}. If it falls short, your pledge is released and nothing is charged.`,
  );
}

function goalMet(facts: PledgeFacts): PledgeStep {
  const at = goalMetAt(facts);
  const { pool } = facts;
  if (isAnsweredBelowGoal(pool)) {
    return step(
      'done',
      'The goal was met',
      `Now the pool is below it again, at ${formatMoney(pool.pledgedAmount)} of ${formatMoney(pool.fundingGoal)}.`,
    );
  }
  return step(
    'done',
    'The goal is met',
    `${formatMoney(pool.pledgedAmount)} pledged${at ? ` by ${fullDate(at)}` : ''}.`,
  );
}

function answerAhead({ pool, who, assigned, responseWindow }: PledgeFacts): PledgeStep {
  let text = 'Once the goal is met, any creator can take it on.';
  if (assigned) text = `They have ${responseWindow} from the day the goal is met to accept or decline.`;
  else if (pool.targetCreator) text = 'Once the goal is met, we ask them to accept or decline.';
  return step('next', `${capital(who)} answers`, text);
}

function answering({ pool, who, assigned }: PledgeFacts): PledgeStep {
  const until = dateOf(pool.clocks.responseDueAt ?? pool.deadline);
  return step(
    'now',
    `${capital(who)} answers`,
    assigned
      ? `They have until ${until} to accept or decline. Without a yes, every pledge is released.`
      : `No creator has taken it on yet. There is time until ${until}. Without a yes, every pledge is released.`,
  );
}

const accepted = ({ pool, who }: PledgeFacts): PledgeStep =>
  step('done', `${capital(who)} accepted`, `On ${dateOf(pool.terms?.acceptedAt)}.`);

const chargeAhead = ({ pledge, who }: PledgeFacts): PledgeStep =>
  step('next', 'Your card is charged', `${formatMoney(pledge.amountCents)}, once, as soon as ${who} accepts.`);

const chargeOnGoal = ({ pledge, pool, who }: PledgeFacts): PledgeStep =>
  step(
    'next',
    'Your card is charged',
    `${formatMoney(pledge.amountCents)}, once, as soon as the goal is met or ${who} goes ahead with less: by ${fullDate(pool.deadline)} at the latest.`,
  );

const payableAhead = ({ pool, who }: PledgeFacts): PledgeStep =>
  step(
    'now',
    `${capital(who)} gets ready to be paid`,
    `Their payout account has until ${dateOf(accountWaitEnd(pool))} to be ready. Otherwise, your pledge is released and nothing is charged.`,
  );

const chargeOncePayable = ({ pledge, who }: PledgeFacts): PledgeStep =>
  step('next', 'Your card is charged', `${formatMoney(pledge.amountCents)}, once, as soon as ${who} can be paid.`);

const paid = ({ pledge }: PledgeFacts): PledgeStep =>
  step('done', 'You paid', `${formatMoney(pledge.amountCents)} on ${dateOf(pledge.paidAt)}.`);

const deliveryAhead = ({ who, pool }: PledgeFacts): PledgeStep =>
  pool.terms
    ? step('next', 'Delivery', `Within ${count(pool.terms.deliveryDays, 'day')} of the charge, on the pool’s page.`)
    : step(
        'next',
        'Delivery',
        `${capital(who)} sets a delivery date when they accept, no more than ${limits.deliveryDays.max} days after cards are charged.`,
      );

const access = step(
  'next',
  'You get access',
  'On the pool’s page, and we email you. If nothing is delivered, you’re refunded in full.',
);

const making = ({ pool, who }: PledgeFacts): PledgeStep =>
  step('now', `${capital(who)} is working on it`, `The delivery is due by ${dateOf(pool.clocks.deliveryDueAt)}.`);

const others = ({ pool }: PledgeFacts): PledgeStep =>
  step(
    'now',
    'The other cards are charged',
    `Fans whose card is declined can pay until ${dateOf(pool.clocks.paymentDueAt)}.`,
  );

const short = ({ pool, who }: PledgeFacts): PledgeStep =>
  step(
    'now',
    `${capital(who)} decides`,
    `Some payments failed. By ${dateOf(pool.clocks.shortfallDueAt)} they go ahead with less, or everyone is refunded in full.`,
  );

const objecting = ({ pool }: PledgeFacts): PledgeStep =>
  step('now', 'Look at the delivery', `If it isn’t what was requested, object by ${dateOf(pool.clocks.quietUntil)}.`);

const stepsOf: Partial<Record<PoolStatus, (facts: PledgeFacts) => PledgeStep[]>> = {
  open: (s) => [filling(s), answerAhead(s), chargeAhead(s), deliveryAhead(s)],
  goal_met: (s) => [goalMet(s), answering(s), chargeAhead(s), deliveryAhead(s)],
  accepted: (s) =>
    accountWaitEnd(s.pool)
      ? [accepted(s), payableAhead(s), chargeOncePayable(s), deliveryAhead(s)]
      : [accepted(s), filling(s), chargeOnGoal(s), deliveryAhead(s)],
  collecting: (s) => [accepted(s), paid(s), others(s), deliveryAhead(s)],
  shortfall: (s) => [accepted(s), paid(s), short(s)],
  in_production: (s) => [paid(s), making(s), access],
  delivery_review: (s) => [
    paid(s),
    step(
      'now',
      'The delivery is checked',
      'We check that it’s what was requested. Then everyone who paid gets access.',
    ),
  ],
  delivered: (s) => [paid(s), objecting(s)],
};

/**
 * The steps after a pledge that counts or is paid, as they are true in the pool's current state. Empty if nothing follows: in ended
 * pools, and in frozen ones, whose dates are paused.
 */
export function pledgeStepsOf(facts: PledgeFacts): PledgeStep[] {
  return facts.pool.frozen ? [] : (stepsOf[facts.pool.status]?.(facts) ?? []);
}
