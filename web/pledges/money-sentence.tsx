import { msg, sentenceSpace, type Text, t } from '#contract/language/text.ts';
import { accountWaitEnd } from '#contract/pools/pool-rules.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { RichText } from '#web/ui/rich-text.tsx';

interface MoneySentenceProps {
  pool: Pool;
  /** The creator's name; null if the pool asks any creator. */
  who: Text | null;
  /** Leaves out the refund, for places with little space. */
  short?: boolean;
}

/** The dates of the charge and of a possible refund, below the pledge button. */
export function MoneySentence({ pool, who: creator, short }: MoneySentenceProps) {
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
  const goal = formatMoney(pool.fundingGoal);
  const condition = creator
    ? {
        goal_met: isAnsweredBelowGoal(pool)
          ? t`The pool is below its goal again. Your card is charged only if ${{ creator }} accepts the current amount.`
          : t`The goal is met. Your card is charged only if ${{ creator }} accepts.`,
        accepted: accountDueAt
          ? t`Your card is charged once ${{ creator }} can be paid. If that isn’t possible by ${{ date: fullDate(accountDueAt) }}, nothing is charged.`
          : t`${{ creator }} has accepted. Your card is charged only if the pool reaches ${{ goal }} or they go ahead with less.`,
      }[pool.status as string]
    : pool.status === 'goal_met' && t`The goal is met. Your card is charged only if a creator accepts.`;
  return (
    <p className={look}>
      <b className="text-ink">{t`Nothing is charged today.`}</b>
      {sentenceSpace()}
      {condition ||
        (creator
          ? t`Your card is charged only if the pool reaches ${{ goal }} and ${{ creator }} accepts.`
          : t`Your card is charged only if the pool reaches ${{ goal }} and a creator accepts.`)}
      {sentenceSpace()}
      <span>{short ? null : paidBack}</span>
    </p>
  );
}
