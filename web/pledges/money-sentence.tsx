import { msg, type Text, t } from '#contract/language/text.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { RichText } from '#web/ui/rich-text.tsx';

interface MoneySentenceProps {
  pool: Pool;
  /** The creator's name, or words for a creator without one. */
  who: Text;
  /** Leaves out the refund, for places with little space. */
  short?: boolean;
}

/** The dates of the charge and of a possible refund, below the pledge button. */
export function MoneySentence({ pool, who, short }: MoneySentenceProps) {
  const look = short ? 'text-xs leading-snug text-muted' : 'text-sm text-muted';
  const paidBack = t`If they don’t deliver, you’re refunded in full.`;
  if (pool.can.pledgeLate) {
    return (
      <p className={look}>
        <RichText
          text={msg`<b>Your card is charged today.</b> This pool is already delivered: you get access as soon as you pay.`}
          tags={{ b: (text) => <b className="text-ink">{text}</b> }}
        />
      </p>
    );
  }
  const accountDueAt = accountWaitEnd(pool);
  const condition = {
    goal_met: isAnsweredBelowGoal(pool)
      ? t`The pool is below its goal again. Your card is charged only if ${{ creator: who }} accepts the current amount.`
      : t`The goal is met. Your card is charged only if ${{ creator: who }} accepts.`,
    accepted: accountDueAt
      ? t`Your card is charged once ${{ creator: who }} can be paid. If that isn’t possible by ${{ date: fullDate(accountDueAt) }}, nothing is charged.`
      : t`${{ creator: who }} has accepted. Your card is charged only if the pool reaches ${{ goal: formatMoney(pool.fundingGoal) }} or they go ahead with less.`,
  }[pool.status as string];
  return (
    <p className={look}>
      <b className="text-ink">{t`Nothing is charged today.`}</b>{' '}
      {condition ??
        t`Your card is charged only if the pool reaches ${{ goal: formatMoney(pool.fundingGoal) }} and ${{ creator: who }} accepts.`}{' '}
      <span>{short ? null : paidBack}</span>
    </p>
  );
}
