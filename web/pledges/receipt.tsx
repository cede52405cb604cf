import { Printer, ShieldCheck, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { getReceipt } from '#contract/calls/pledges.ts';
import { type Text, t } from '#contract/language/text.ts';
import { checkPaymentPath } from '#contract/paths.ts';
import type { Receipt as ReceiptData } from '#contract/pledges/receipts.ts';
import { formatDeduction, formatMoneyExact, formatPercent } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { query } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { BrandMark } from '#web/ui/brand.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { Words } from '#web/ui/rich-text.tsx';
import { cardText } from './pledge-facts.ts';
import { deliveredUntil } from './pledge-texts.ts';

export const receiptOf = (pledgeId = '') => query(getReceipt, { params: { id: pledgeId } });

function Line({ label, children, sum }: { label: Words; children: ReactNode; sum?: boolean }) {
  return (
    <div className={`flex justify-between gap-5 ${sum ? 'border-t border-line pt-2.5 font-bold' : ''}`}>
      <dt className={sum ? undefined : 'text-muted'}>{label}</dt>
      <dd className="text-end tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A sentence that says where the money is now. */
function whereabouts(receipt: ReceiptData): Text {
  const { refundedAt, refundedCents, amountCents, status, released, objectUntil, refundedOutside } = receipt;
  if (status === 'refund_pending')
    return t`The full amount is being refunded to your card. Banks take a few days to show it. No fee is kept.`;
  if (status === 'disputed') return t`You disputed this charge with your bank. The bank decides.`;
  if (status === 'dispute_lost') return t`Your bank returned this payment to you.`;
  if (refundedAt && refundedCents === amountCents) {
    const date = fullDate(refundedAt);
    return refundedOutside
      ? t`All of it was refunded on ${{ date }}. No fee was kept.`
      : t`All of it was refunded to your card on ${{ date }}. No fee was kept.`;
  }
  if (released) return t`Delivered. The creator was paid.`;
  if (objectUntil) return deliveredUntil(objectUntil);
  return t`Held for this pool until it is delivered. If it isn’t delivered, you’re refunded in full.`;
}

const isAllBack = ({ refundedCents, amountCents, status }: ReceiptData) =>
  refundedCents === amountCents || status === 'refund_pending' || status === 'dispute_lost';

/** The paid amount, less its refunds. */
function Paid({ receipt }: { receipt: ReceiptData }) {
  const { amountCents, refundedCents, partialRefunds } = receipt;
  const others = partialRefunds.reduce((left, refund) => left - refund.amountCents, refundedCents);
  return (
    <>
      <Line label={t`You paid`}>{formatMoneyExact(amountCents)}</Line>
      {partialRefunds.map((refund) => (
        <Line
          key={refund.refundedAt}
          label={
            <span>
              {t`Refunded on ${{ date: fullDate(refund.refundedAt) }}`}
              <span className="block text-sm text-faint wrap-anywhere" dir="auto">
                {refund.reason}
              </span>
            </span>
          }
        >
          {formatDeduction(refund.amountCents)}
        </Line>
      ))}
      {others > 0 ? (
        <Line label={t({ message: 'Refunded', context: 'label of an amount' })}>{formatDeduction(others)}</Line>
      ) : null}
      {refundedCents > 0 ? (
        <Line label={t`Total`} sum>
          {formatMoneyExact(amountCents - refundedCents)}
        </Line>
      ) : null}
    </>
  );
}

/** The parts of the amount that was not refunded. */
function Parts({ receipt }: { receipt: ReceiptData }) {
  return (
    <>
      <Line label={t`For the creator`}>{formatMoneyExact(receipt.creatorCents)}</Line>
      <Line label={t`Platform fee (${{ percent: formatPercent(receipt.platformFeePercent) }})`}>
        {formatMoneyExact(receipt.platformFeeCents)}
      </Line>
      <Line label={t`Card processing`}>{formatMoneyExact(receipt.processorCostCents)}</Line>
    </>
  );
}

/** The receipt of one payment. It can be printed. */
export function Receipt({ receipt }: { receipt: ReceiptData }) {
  const { brandName } = useSite();
  const back = isAllBack(receipt);
  return (
    <article className="mx-auto max-w-160 print:max-w-none">
      <div className="card p-6 md:p-8 print:p-0 print:shadow-none">
        <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line pb-5">
          <div>
            <h1 className="text-2xl!">{t`Receipt`}</h1>
            <p className="mt-1 text-muted">
              <bdi>{receipt.number}</bdi> · {fullDate(receipt.paidAt)}
            </p>
          </div>
          <p className="flex items-center gap-2.5 font-display text-lg font-bold">
            <BrandMark className="size-8" />
            {brandName}
          </p>
        </header>
        <dl className="grid gap-2.5 py-5">
          <Line label={t`Paid by`}>
            <bdi>{receipt.paidBy.name}</bdi>
            <br />
            <span className="text-muted">{receipt.paidBy.email}</span>
          </Line>
          <Line label={t`For the tip pool`}>
            <TextLink to={receipt.poolPath}>{receipt.poolTitle}</TextLink>
          </Line>
          {receipt.creatorName ? (
            <Line label={t`Made by`}>
              <bdi>{receipt.creatorName}</bdi>
            </Line>
          ) : null}
          <Line label={t`Started by`}>
            <bdi>{receipt.startedBy}</bdi>
          </Line>
          <Line label={t`Pledged on`}>{fullDate(receipt.pledgedAt)}</Line>
          {receipt.card ? <Line label={t`Card`}>{cardText(receipt.card)}</Line> : null}
        </dl>
        {back || receipt.refundedCents > 0 ? (
          <section aria-labelledby="paid" className="border-t border-line py-5">
            <h2 id="paid" className="mb-3 text-lg!">{t`What you paid`}</h2>
            <dl className="grid gap-2.5">
              <Paid receipt={receipt} />
            </dl>
          </section>
        ) : null}
        <section aria-label={t`Your money`} className="border-t border-line pt-5">
          {back ? null : (
            <>
              <h2 className="mb-3 text-lg!">{t`Where your money goes`}</h2>
              <dl className="grid gap-2.5">
                <Parts receipt={receipt} />
                {receipt.refundedCents > 0 ? null : (
                  <Line label={t`You paid`} sum>
                    {formatMoneyExact(receipt.amountCents)}
                  </Line>
                )}
              </dl>
            </>
          )}
          <p className={back ? 'notice' : 'mt-5 text-muted'}>
            {back ? <Undo2 aria-hidden="true" /> : null}
            <span>{whereabouts(receipt)}</span>
          </p>
          {back ? null : (
            <p className="mt-2 text-sm text-faint">{t`The creator pays the fee and the card costs. You paid exactly what you pledged.`}</p>
          )}
          {receipt.testMode ? <p className="mt-2 text-sm text-faint">{t`Test mode: no real money moved.`}</p> : null}
        </section>
      </div>
      <div className="print:hidden mt-5 flex flex-wrap justify-end gap-2.5">
        <LinkButton
          to={checkPaymentPath(receipt.pledgeId)}
          icon={<ShieldCheck aria-hidden="true" />}
        >{t`Check my payment`}</LinkButton>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>{t`Print`}</Button>
      </div>
    </article>
  );
}
