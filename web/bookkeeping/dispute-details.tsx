import { useState } from 'react';
import type { DisputeDetail, DisputeItem, EvidencePreview } from '#contract/admin/disputes.ts';
import { getAdminMoney, getDispute, listDisputes, submitEvidence } from '#contract/calls/admin.ts';
import { type Message, msg, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { formatCurrency, formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { DrawerFacts, DrawerRow, DrawerSection, RowNote } from '#web/admin-table/drawer-part.tsx';
import { SettingNotes } from '#web/admin-table/setting-notes.tsx';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ChargeRefunds, RefundButton } from './charge-refunds.tsx';
import { NextStep, PersonLink, PoolLink, UtcTime } from './movement-labels.tsx';
import { movementsHref } from './movement-table.tsx';

/** The amount in its currency. */
export const disputedAmount = ({ amountCents, currency }: DisputeItem): string =>
  currency === null ? formatMoneyExact(amountCents) : formatCurrency(amountCents, currency);

const stageWords: Record<NonNullable<DisputeItem['stage']>, readonly [words: Message, tone: Tone]> = {
  needs_response: [msg`Answer needed`, 'danger'],
  under_review: [msg`Under review`, 'accent'],
  won: [msg({ message: 'Closed', context: 'an inquiry of a bank' }), 'plain'],
  lost: [msg`Lost`, 'danger'],
};

function wordsOf({
  status,
  stage,
  evidenceAt,
  refunded,
  actionable,
}: DisputeItem): readonly [words: Message, tone: Tone] {
  switch (status) {
    case 'needs_response':
      return evidenceAt ? [msg`Submitting evidence`, 'accent'] : [msg`Evidence needed`, 'danger'];
    case 'under_review':
      return [msg`Under review`, 'accent'];
    case 'won':
      return [msg`Won`, 'paid'];
    case 'lost':
      return [msg`Lost`, 'plain'];
    case 'warning':
      if (refunded) return [msg`Refunded`, 'paid'];
      return actionable
        ? [msg`Fraud warning`, 'danger']
        : [msg({ message: 'Over', context: 'a fraud warning that needs nothing any more' }), 'plain'];
    default:
      return stageWords[stage ?? 'needs_response'];
  }
}

/** The state of a dispute or warning, as a chip. */
export function DisputeState({ item }: { item: DisputeItem }) {
  const [words, tone] = wordsOf(item);
  return <Chip tone={tone}>{textOf(words)}</Chip>;
}

function Timeline({ moments }: { moments: DisputeDetail['timeline'] }) {
  return (
    <DrawerSection title={t`Timeline`}>
      <ol>
        {moments.map(({ at, text }) => (
          <DrawerRow key={`${at} ${text}`}>
            <p className="wrap-anywhere">{text}</p>
            <RowNote>
              <UtcTime at={at} />
            </RowNote>
          </DrawerRow>
        ))}
      </ol>
    </DrawerSection>
  );
}

const texts: readonly (readonly [keyof EvidencePreview, Message])[] = [
  ['productDescription', msg`Product`],
  ['receipt', msg`Receipt`],
  ['terms', msg`Terms`],
  ['accessLog', msg`Delivery and access`],
];

function Evidence({ evidence }: { evidence: EvidencePreview }) {
  const { customerName, customerEmail } = evidence;
  return (
    <DrawerSection title={t`Evidence`}>
      <DrawerFacts
        facts={[
          { label: t`Customer`, value: customerName ? `${customerName}, ${customerEmail}` : t`Deleted their account` },
          ...(evidence.serviceDate
            ? [
                {
                  label: t({ message: 'Delivered', context: 'label of a date' }),
                  value: <UtcTime at={evidence.serviceDate} />,
                },
              ]
            : []),
        ]}
      />
      {texts.map(([key, label]) => (
        <div key={key} className="mt-4">
          <h4 className="text-sm text-muted">{textOf(label)}</h4>
          <p className="quote mt-1 text-start text-sm whitespace-pre-wrap wrap-anywhere" dir="auto">
            {evidence[key]}
          </p>
        </div>
      ))}
    </DrawerSection>
  );
}

/** The next step and who takes it; null when the bank has decided. */
function nextStepOf(dispute: DisputeDetail): Text | null {
  const { status, dueAt, evidenceAt, actionable, refunded } = dispute;
  if (status === 'warning') {
    if (refunded) return t`The payment was refunded, so nothing is left to do.`;
    return actionable
      ? t`Refund this payment before it becomes a dispute with a fee. REFUND_FRAUD_WARNINGS does that automatically.`
      : t`The payment was disputed or its warning withdrawn, so nothing is left to do.`;
  }
  if (status === 'inquiry') return inquiryStepOf(dispute);
  if (status === 'other_currency') return otherCurrencyStepOf(dispute);
  if (status === 'under_review') return t`The bank decides. That can take several weeks.`;
  if (status !== 'needs_response') return null;
  if (evidenceAt) return t`We’re sending the evidence and ask the processor every minute until it has it.`;
  return dueAt ? t`Submit the evidence by ${{ date: fullDate(dueAt) }}.` : t`Submit the evidence.`;
}

function inquiryStepOf({ stage, dueAt }: DisputeDetail): Text {
  if (stage === 'under_review') return t`The bank has your answer. It closes the inquiry or opens a dispute.`;
  if (stage !== 'needs_response') return t`The bank closed this inquiry, so nothing is left to do.`;
  return dueAt
    ? t`Answer the bank in the processor’s dashboard by ${{ date: fullDate(dueAt) }}, or refund the payment in full. Without an answer it can become a dispute with a fee. Until then the money and the fan’s access stay as they are.`
    : t`Answer the bank in the processor’s dashboard, or refund the payment in full. Without an answer it can become a dispute with a fee. Until then the money and the fan’s access stay as they are.`;
}

function otherCurrencyStepOf({ stage, currency }: DisputeDetail): Text {
  if (stage === 'won') return t`The bank decided in our favor, and the payment counts again.`;
  const frozen = currency
    ? t`Our books count US dollars, so this dispute in ${{ currency }} isn’t in them, and what is left of the payment stays frozen.`
    : t`Our books count US dollars, so this dispute in another currency isn’t in them, and what is left of the payment stays frozen.`;
  return stage === 'lost'
    ? sentences(
        t`The bank decided in favor of the fan.`,
        frozen,
        t`Compare the amount with the processor’s statement, and ask support how to correct the books.`,
      )
    : sentences(frozen, t`Answer the bank in the processor’s dashboard.`);
}

function SubmitDialog({ dispute, onClose }: { dispute: DisputeDetail; onClose: () => void }) {
  return (
    <ActionDialog
      title={t`Submit this evidence?`}
      action={t`Submit evidence`}
      variant="primary"
      run={() => call(submitEvidence, { params: { id: dispute.id } })}
      refresh={[listDisputes, getDispute, getAdminMoney]}
      done={{ title: t`Evidence submitted`, description: t`The bank decides now. That can take several weeks.` }}
      onClose={onClose}
    >
      <p>{t`The bank gets the receipt, the terms and the access log as they are shown here, with the fan’s name and email address. Evidence can be submitted only once.`}</p>
    </ActionDialog>
  );
}

/** A dispute or warning: its facts, timeline and evidence. */
export function DisputeDetails({ dispute }: { dispute: DisputeDetail }) {
  const [isAsking, setAsking] = useState(false);
  const { status, stage, reason, feeCents, username, processorRef, evidence, evidenceError, canSubmit } = dispute;
  const { charge } = dispute;
  const nextStep = nextStepOf(dispute);
  return (
    <>
      <p className="mt-1">
        <DisputeState item={dispute} />
      </p>
      {reason ? (
        <p className="quote mt-3 text-start wrap-anywhere" dir="auto">
          {reason}
        </p>
      ) : null}
      {nextStep ? (
        <>
          <NextStep>{nextStep}</NextStep>
          <SettingNotes text={nextStep} />
        </>
      ) : null}
      {evidenceError ? (
        <p className="notice mt-3" data-tone="danger">
          {t`The processor refused the last evidence: ${{ answer: evidenceError }}`}
        </p>
      ) : null}
      <DrawerSection title={t`Facts`} hideTitle>
        <DrawerFacts
          facts={[
            { label: t`Amount`, value: disputedAmount(dispute) },
            ...(feeCents > 0 ? [{ label: t`Processor’s fee`, value: formatMoneyExact(feeCents) }] : []),
            { label: t`Pool`, value: <PoolLink {...dispute} /> },
            { label: t`Fan`, value: <PersonLink username={username} /> },
            ...(charge
              ? [
                  {
                    label: t`Payment`,
                    value: <TextLink to={movementsHref({}, charge.paymentId)}>{t`See the charge`}</TextLink>,
                  },
                ]
              : []),
            { label: t`Reference`, value: <code>{processorRef}</code> },
          ]}
        />
        {charge && status === 'warning' && dispute.actionable ? <RefundButton charge={charge} warned /> : null}
        {charge && status === 'inquiry' && (stage === 'needs_response' || stage === 'under_review') ? (
          <RefundButton charge={charge} />
        ) : null}
        {canSubmit ? (
          <Button variant="primary" className="mt-4" onClick={() => setAsking(true)}>{t`Submit evidence`}</Button>
        ) : null}
      </DrawerSection>
      {charge && charge.refunds.length > 0 ? <ChargeRefunds charge={charge} /> : null}
      <Timeline moments={dispute.timeline} />
      {evidence ? <Evidence evidence={evidence} /> : null}
      {isAsking ? <SubmitDialog dispute={dispute} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
