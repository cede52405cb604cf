import { formatMoney } from '#contract/money.ts';
import type { Pool } from '#contract/pools.ts';
import { takesLatePledges } from './pledge-facts.ts';

/** What happens to the money, in one breath, beside the button. */
export function MoneySentence({ pool, who }: { pool: Pool; who: string }) {
  const paidBack = 'If they do not deliver, you are paid back.';
  if (takesLatePledges(pool)) {
    return (
      <p className="text-sm text-muted">
        <b className="text-ink">Your card is charged today.</b> This pool is already delivered: you see everything as
        soon as you have paid.
      </p>
    );
  }
  const condition = {
    goal_met: `The goal is met: your card is charged only if ${who} accepts.`,
    accepted: `${who} has accepted: your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)}.`,
  }[pool.status as string];
  return (
    <p className="text-sm text-muted">
      <b className="text-ink">Nothing is charged today.</b>{' '}
      {condition ??
        `Your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)} and ${who} accepts.`}{' '}
      {paidBack}
    </p>
  );
}
