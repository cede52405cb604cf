import { CircleCheck } from 'lucide-react';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { whyReleased } from './pledge-texts.ts';

type Words = readonly [title: string, sentence: string];

const notCharged = 'Your card was never charged';

function wordsOf(pledge: PledgeView): Words | undefined {
  const { status, amountCents, refundedAt, refundedOutside } = pledge;
  const amount = formatMoney(amountCents);
  const words: Partial<Record<PledgeView['status'], Words>> = {
    withdrawn: [notCharged, `You withdrew your ${amount} pledge. Nothing was charged.`],
    released: [notCharged, `Your ${amount} pledge was released. Nothing was charged. ${whyReleased(pledge)}`],
    dropped: [notCharged, `Your ${amount} pledge was not paid in time and was dropped. Nothing was charged.`],
    refunded: [
      `You were refunded ${amount}${refundedAt ? ` on ${fullDate(refundedAt)}` : ''}`,
      refundedOutside
        ? 'We paid you part or all of it in another way, not to your card.'
        : 'The money went back to the card you paid with. Banks take a few days to show it.',
    ],
  };
  return words[status];
}

/** The outcome for the fan's money: one line above the pledge form, or a panel when the pool takes no more pledges. */
export function EndedPledge({ pledge, final }: { pledge: PledgeView; final: boolean }) {
  const words = wordsOf(pledge);
  if (!words) return null;
  const [title, sentence] = words;
  if (!final) {
    const line = pledge.status === 'refunded' ? `${title}.` : sentence;
    return <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-muted">{line}</p>;
  }
  return (
    <section aria-label="Your pledge" className="rounded-lg bg-paid-wash p-4">
      <h2 className="flex items-center gap-2 text-lg">
        <CircleCheck aria-hidden="true" className="text-paid-text" />
        {title}
      </h2>
      <p className="mt-1.5 text-muted">{sentence}</p>
    </section>
  );
}
