import type { LedgerTotals as Totals } from '#contract/checkpoint.ts';
import { type Text, t } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';

type Tone = 'held' | 'way' | 'paid' | 'refunded' | 'fees' | 'costs';

const looks: Record<Tone, string> = {
  held: 'fill-accent bg-accent',
  way: 'fill-paid/55 bg-paid/55',
  paid: 'fill-paid bg-paid',
  refunded: 'fill-love bg-love',
  fees: 'fill-ink bg-ink',
  costs: 'fill-line-strong bg-line-strong',
};

interface Part {
  tone: Tone;
  name: Text;
  meaning: Text;
  cents: number;
}

function partsOf({ held, payable, inTransit, paidOut, refunded, fees, cardCosts }: Totals): Part[] {
  return [
    { tone: 'held', name: t`Held for pools`, meaning: t`Waiting for a delivery`, cents: held },
    {
      tone: 'way',
      name: t`On its way to creators`,
      meaning: t`Released, not yet at their bank`,
      cents: payable + inTransit,
    },
    { tone: 'paid', name: t`Paid out to creators`, meaning: t`Before any of it was taken back`, cents: paidOut },
    { tone: 'refunded', name: t`Refunded to fans`, meaning: t`Back on the card that paid`, cents: refunded },
    { tone: 'fees', name: t`Platform fees`, meaning: t`What we earned`, cents: fees },
    { tone: 'costs', name: t`Card processing`, meaning: t`Deducted from the creators’ share`, cents: cardCosts },
  ];
}

/** A bar whose parts have the widths of the amounts. The table beside it has the figures. */
function Bar({ parts }: { parts: readonly Part[] }) {
  const all = parts.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
  let before = 0;
  return (
    <svg className="block h-5 w-full rounded-md bg-sunken rtl:-scale-x-100" aria-hidden="true">
      {parts.map(({ tone, cents }) => {
        const x = before;
        const width = all === 0 ? 0 : (100 * Math.max(0, cents)) / all;
        before += width;
        return <rect key={tone} className={looks[tone]} x={`${x}%`} width={`${width}%`} height="100%" />;
      })}
    </svg>
  );
}

/** The money by place. The lines are not always the sum of the charges; the note below the table says why. */
export function LedgerTotals({ totals }: { totals: Totals }) {
  const parts = partsOf(totals);
  return (
    <div className="mt-4 grid gap-3">
      <Bar parts={parts} />
      <table className="w-full text-base leading-[1.35]">
        <caption className="sr-only">{t`Where the money is`}</caption>
        <tbody>
          {parts.map(({ tone, name, meaning, cents }) => (
            <tr key={tone} className="border-b border-line">
              <th scope="row" className="py-2.5 text-start font-semibold">
                <span className={`me-3 inline-block size-3 rounded-full ${looks[tone]}`} aria-hidden="true" />
                {name}
                <small className="block ps-6 text-sm font-normal text-muted">{meaning}</small>
              </th>
              <td className="py-2.5 ps-4 text-end whitespace-nowrap tabular-nums">{formatMoneyExact(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" className="py-2.5 text-start">{t`Total charged to cards`}</th>
            <td className="py-2.5 ps-4 text-end whitespace-nowrap tabular-nums">{formatMoneyExact(totals.charged)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="text-sm text-muted">{t`The lines can add up to more or less than the charges. Lost disputes and corrections are in no line. Money that is refunded after we paid it out can be in two lines, even when we take it back from the creator.`}</p>
    </div>
  );
}
