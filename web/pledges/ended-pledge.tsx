import { formatMoney } from '#contract/money.ts';
import type { PledgeView } from '#contract/pledge-view.ts';
import { fullDate } from '#contract/time.ts';

/** A pledge that is over, in one line above what can be done next. */
export function EndedPledge({ pledge }: { pledge: PledgeView }) {
  const amount = formatMoney(pledge.amountCents);
  const words: Partial<Record<PledgeView['status'], string>> = {
    withdrawn: `You withdrew your ${amount} pledge. Nothing was charged.`,
    released: `Your ${amount} pledge was released. Nothing was charged.`,
    dropped: `Your ${amount} pledge was not paid in time and was dropped. Nothing was charged.`,
    refunded: `You were paid back ${amount}${pledge.refundedAt ? ` on ${fullDate(pledge.refundedAt)}` : ''}.`,
  };
  const sentence = words[pledge.status];
  return sentence ? <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-muted">{sentence}</p> : null;
}
