import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { PoolFacts } from '#web/pools/pool-facts.ts';

/** One step after a pledge: its title, and a sentence with the date where one is known. */
export interface PledgeStep {
  title: Text;
  text: Text;
  state: 'done' | 'now' | 'next';
}

interface PledgeFacts extends PoolFacts {
  pledge: Pick<PledgeView, 'amountCents' | 'paidAt'>;
}

const step = (state: PledgeStep['state'], title: Text, text: Text): PledgeStep => ({ state, title, text });
const dateOf = (at: string | null | undefined) =>
  at ? fullDate(at) : t({ message: 'the due date', context: 'in place of a date, within a sentence' });
const goalMetAt = ({ pool }: PoolFacts) => pool.events.findLast(({ to }) => to === 'goal_met')?.at;

function filling({ pool }: PledgeFacts): PledgeStep {
  const missing = Math.max(0, pool.fundingGoal - pool.pledgedAmount);
  return step(
    'now',
    t`The pool fills up`,
    t`${{ amount: formatMoney(missing) }} to go by ${{ date: fullDate(pool.deadline) }}. If it falls short, your pledge is released and nothing is charged.`,
  );
}

function goalMet(facts: PledgeFacts): PledgeStep {
  const at = goalMetAt(facts);
  const { pool } = facts;
  if (isAnsweredBelowGoal(pool)) {
    return step(
      'done',
      t`The goal was met`,
      t`Now the pool is below it again, at ${{ amount: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }}.`,
    );
  }
  return step(
    'done',
    t`The goal is met`,
    at
      ? t`${{ amount: formatMoney(pool.pledgedAmount) }} pledged by ${{ date: fullDate(at) }}.`
      : t`${{ amount: formatMoney(pool.pledgedAmount) }} pledged.`,
  );
}

const answersTitle = ({ name }: PledgeFacts): Text => (name ? t`${{ creator: name }} answers` : t`A creator answers`);

function answerAhead(facts: PledgeFacts): PledgeStep {
  const { pool, assigned, responseWindow } = facts;
  let text = t`Once the goal is met, any creator can take it on.`;
  if (assigned) text = t`They have ${{ time: responseWindow }} from the day the goal is met to accept or decline.`;
  else if (pool.targetCreator) text = t`Once the goal is met, we ask them to accept or decline.`;
  return step('next', answersTitle(facts), text);
}

function answering(facts: PledgeFacts): PledgeStep {
  const { pool, assigned } = facts;
  const until = dateOf(pool.clocks.responseDueAt ?? pool.deadline);
  return step(
    'now',
    answersTitle(facts),
    assigned
      ? t`They have until ${{ date: until }} to accept or decline. Without a yes, every pledge is released.`
      : t`No creator has taken it on yet. There is time until ${{ date: until }}. Without a yes, every pledge is released.`,
  );
}

const accepted = ({ pool, creator }: PledgeFacts): PledgeStep =>
  step('done', t`${{ creator }} accepted`, t`On ${{ date: dateOf(pool.terms?.acceptedAt) }}.`);

function chargeAhead({ pledge, name }: PledgeFacts): PledgeStep {
  const amount = formatMoney(pledge.amountCents);
  return step(
    'next',
    t`Your card is charged`,
    name
      ? t`${{ amount }}, once, as soon as ${{ creator: name }} accepts.`
      : t`${{ amount }}, once, as soon as a creator accepts.`,
  );
}

const chargeOnGoal = ({ pledge, pool, creator }: PledgeFacts): PledgeStep =>
  step(
    'next',
    t`Your card is charged`,
    t`${{ amount: formatMoney(pledge.amountCents) }}, once, as soon as the goal is met or ${{ creator }} goes ahead with less: by ${{ date: fullDate(pool.deadline) }} at the latest.`,
  );

const payableAhead = ({ pool, creator }: PledgeFacts): PledgeStep =>
  step(
    'now',
    t`${{ creator }} gets ready to be paid`,
    t`Their payout account has until ${{ date: dateOf(accountWaitEnd(pool)) }} to be ready. Otherwise, your pledge is released and nothing is charged.`,
  );

const chargeOncePayable = ({ pledge, creator }: PledgeFacts): PledgeStep =>
  step(
    'next',
    t`Your card is charged`,
    t`${{ amount: formatMoney(pledge.amountCents) }}, once, as soon as ${{ creator }} can be paid.`,
  );

const paid = ({ pledge }: PledgeFacts): PledgeStep =>
  step('done', t`You paid`, t`${{ amount: formatMoney(pledge.amountCents) }} on ${{ date: dateOf(pledge.paidAt) }}.`);

const deliveryAhead = ({ name, pool }: PledgeFacts): PledgeStep =>
  pool.terms
    ? step(
        'next',
        t`Delivery`,
        t`Within ${plural({ days: pool.terms.deliveryDays }, { one: '# day', other: '# days' })} of the charge, on the pool’s page.`,
      )
    : step(
        'next',
        t`Delivery`,
        name
          ? t`${{ creator: name }} sets a delivery date when they accept, no more than ${plural({ days: limits.deliveryDays.max }, { one: '# day', other: '# days' })} after cards are charged.`
          : t`A creator sets a delivery date when they accept, no more than ${plural({ days: limits.deliveryDays.max }, { one: '# day', other: '# days' })} after cards are charged.`,
      );

const access = (): PledgeStep =>
  step(
    'next',
    t`You get access`,
    t`On the pool’s page, and we email you. If nothing is delivered, you’re refunded in full.`,
  );

const making = ({ pool, creator }: PledgeFacts): PledgeStep =>
  step(
    'now',
    t`${{ creator }} is working on it`,
    t`The delivery is due by ${{ date: dateOf(pool.clocks.deliveryDueAt) }}.`,
  );

const others = ({ pool }: PledgeFacts): PledgeStep =>
  step(
    'now',
    t`The other cards are charged`,
    t`Fans whose card is declined can pay until ${{ date: dateOf(pool.clocks.paymentDueAt) }}.`,
  );

const short = ({ pool, creator }: PledgeFacts): PledgeStep =>
  step(
    'now',
    t`${{ creator }} decides`,
    t`Some payments failed. By ${{ date: dateOf(pool.clocks.shortfallDueAt) }} they go ahead with less, or everyone is refunded in full.`,
  );

const objecting = ({ pool }: PledgeFacts): PledgeStep =>
  step(
    'now',
    t`Look at the delivery`,
    t`If it isn’t what was requested, object by ${{ date: dateOf(pool.clocks.quietUntil) }}.`,
  );

const stepsOf: Partial<Record<PoolStatus, (facts: PledgeFacts) => PledgeStep[]>> = {
  open: (s) => [filling(s), answerAhead(s), chargeAhead(s), deliveryAhead(s)],
  goal_met: (s) => [goalMet(s), answering(s), chargeAhead(s), deliveryAhead(s)],
  accepted: (s) =>
    accountWaitEnd(s.pool)
      ? [accepted(s), payableAhead(s), chargeOncePayable(s), deliveryAhead(s)]
      : [accepted(s), filling(s), chargeOnGoal(s), deliveryAhead(s)],
  collecting: (s) => [accepted(s), paid(s), others(s), deliveryAhead(s)],
  shortfall: (s) => [accepted(s), paid(s), short(s)],
  in_production: (s) => [paid(s), making(s), access()],
  delivery_review: (s) => [
    paid(s),
    step(
      'now',
      t`The delivery is checked`,
      t`We check that it’s what was requested. Then everyone who paid gets access.`,
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
