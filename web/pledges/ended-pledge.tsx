import { CircleCheck } from 'lucide-react';
import { sentences, type Text, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { whyReleased } from './pledge-texts.ts';

interface Outcome {
  title: Text;
  sentence: Text;
  /** Instead of the sentence, where it stands alone. */
  line?: Text;
}

/** "You were refunded $10 on Nov 20, 2026" as a title and as a sentence. */
function refundTexts({ amountCents, refundedAt }: PledgeView): Pick<Required<Outcome>, 'title' | 'line'> {
  const amount = formatMoney(amountCents);
  if (!refundedAt) return { title: t`You were refunded ${{ amount }}`, line: t`You were refunded ${{ amount }}.` };
  const date = fullDate(refundedAt);
  return {
    title: t`You were refunded ${{ amount }} on ${{ date }}`,
    line: t`You were refunded ${{ amount }} on ${{ date }}.`,
  };
}

function outcomeOf(pledge: PledgeView): Outcome | undefined {
  const amount = formatMoney(pledge.amountCents);
  const title = t`Your card was never charged`;
  switch (pledge.status) {
    case 'withdrawn':
      return { title, sentence: t`You withdrew your ${{ amount }} pledge. Nothing was charged.` };
    case 'released':
      return {
        title,
        sentence: sentences(t`Your ${{ amount }} pledge was released. Nothing was charged.`, whyReleased(pledge)),
      };
    case 'dropped':
      return {
        title,
        sentence: t`Your ${{ amount }} pledge was not paid in time and was dropped. Nothing was charged.`,
      };
    case 'refunded':
      return {
        ...refundTexts(pledge),
        sentence: pledge.refundedOutside
          ? t`We paid you part or all of it in another way, not to your card.`
          : t`The money went back to the card you paid with. Banks take a few days to show it.`,
      };
    default:
      return undefined;
  }
}

/** The outcome for the fan's money: one line above the pledge form, or a panel when the pool takes no more pledges. */
export function EndedPledge({ pledge, final }: { pledge: PledgeView; final: boolean }) {
  const outcome = outcomeOf(pledge);
  if (!outcome) return null;
  const { title, sentence, line = sentence } = outcome;
  if (!final) return <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-muted">{line}</p>;
  return (
    <section aria-label={t`Your pledge`} className="rounded-lg bg-paid-wash p-4">
      <h2 className="flex items-center gap-2 text-lg">
        <CircleCheck aria-hidden="true" className="text-paid-text" />
        {title}
      </h2>
      <p className="mt-1.5 text-muted">{sentence}</p>
    </section>
  );
}
