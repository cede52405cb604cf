import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';

interface MoneySentenceProps {
  pool: Pool;
  who: string;
  /** Leaves out the refund, for places with little space. */
  short?: boolean;
}

/** The dates of the charge and of a possible refund, below the pledge button. */
export function MoneySentence({ pool, who, short }: MoneySentenceProps) {
  const text = short ? 'text-xs leading-snug text-muted' : 'text-sm text-muted';
  const paidBack = 'If they don’t deliver, you’re refunded in full.';
  if (pool.can.pledgeLate) {
    return (
      <p className={text}>
        <b className="text-ink">Your card is charged today.</b> This pool is already delivered: you get access as soon
        as you pay.
      </p>
    );
  }
  const accountDueAt = accountWaitEnd(pool);
  const condition = {
    goal_met: isAnsweredBelowGoal(pool)
      ? `The pool is below its goal again. Your card is charged only if ${who} accepts the current amount.`
      : `The goal is met. Your card is charged only if ${who} accepts.`,
    accepted: accountDueAt
      ? `Your card is charged once ${who} can be paid. If that isn’t possible by ${fullDate(accountDueAt)}, nothing is charged.`
      : `${who} has accepted. Your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)} or they go ahead with less.`,
  }[pool.status as string];
  return (
    <p className={text}>
      <b className="text-ink">Nothing is charged today.</b>{' '}
      {condition ??
        `Your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)} and ${who} accepts.`}{' '}
      <span>{short ? null : paidBack}</span>
    </p>
  );
}
