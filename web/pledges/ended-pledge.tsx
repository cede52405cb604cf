import type { PledgeView } from '#contract/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';

/** One line about an ended pledge, above the pledge form. */
export function EndedPledge({ pledge }: { pledge: PledgeView }) {
  const amount = formatMoney(pledge.amountCents);
  const words: Partial<Record<PledgeView['status'], string>> = {
    withdrawn: `You withdrew your ${amount} pledge. Nothing was charged.`,
    released: `Your ${amount} pledge was released. Nothing was charged.`,
    dropped: `Your ${amount} pledge was not paid in time and was dropped. Nothing was charged.`,
    refunded: `You were refunded ${amount}${pledge.refundedAt ? ` on ${fullDate(pledge.refundedAt)}` : ''}.`,
  };
  const sentence = words[pledge.status];
  return sentence ? <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-muted">{sentence}</p> : null;
}
