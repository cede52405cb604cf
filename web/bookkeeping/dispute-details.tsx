import { useState } from 'react';
import type { DisputeDetail, DisputeItem, EvidencePreview } from '#contract/admin/disputes.ts';
import { getAdminMoney, getDispute, listDisputes, submitEvidence } from '#contract/calls/admin.ts';
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

const stageWords: Record<NonNullable<DisputeItem['stage']>, readonly [words: string, tone: Tone]> = {
  needs_response: ['Answer needed', 'danger'],
  under_review: ['Under review', 'accent'],
  won: ['Closed', 'plain'],
  lost: ['Lost', 'danger'],
};

function wordsOf({
  status,
  stage,
  evidenceAt,
  refunded,
  actionable,
}: DisputeItem): readonly [words: string, tone: Tone] {
  switch (status) {
    case 'needs_response':
      return evidenceAt ? ['Submitting evidence', 'accent'] : ['Evidence needed', 'danger'];
    case 'under_review':
      return ['Under review', 'accent'];
    case 'won':
      return ['Won', 'paid'];
    case 'lost':
      return ['Lost', 'plain'];
    case 'warning':
      if (refunded) return ['Refunded', 'paid'];
      return actionable ? ['Fraud warning', 'danger'] : ['Over', 'plain'];
    default:
      return stageWords[stage ?? 'needs_response'];
  }
}

/** The state of a dispute or warning, as a chip. */
export function DisputeState({ item }: { item: DisputeItem }) {
  const [words, tone] = wordsOf(item);
  return <Chip tone={tone}>{words}</Chip>;
}

function Timeline({ moments }: { moments: DisputeDetail['timeline'] }) {
  return (
    <DrawerSection title="Timeline">
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

const texts: readonly (readonly [keyof EvidencePreview, string])[] = [
  ['productDescription', 'Product'],
  ['receipt', 'Receipt'],
  ['terms', 'Terms'],
  ['accessLog', 'Delivery and access'],
];

function Evidence({ evidence }: { evidence: EvidencePreview }) {
  const { customerName, customerEmail } = evidence;
  return (
    <DrawerSection title="Evidence">
      <DrawerFacts
        facts={[
          { label: 'Customer', value: customerName ? `${customerName}, ${customerEmail}` : 'Deleted their account' },
          ...(evidence.serviceDate ? [{ label: 'Delivered', value: <UtcTime at={evidence.serviceDate} /> }] : []),
        ]}
      />
      {texts.map(([key, label]) => (
        <div key={key} className="mt-4">
          <h4 className="text-sm text-muted">{label}</h4>
          <p className="quote mt-1 text-sm whitespace-pre-wrap wrap-anywhere">{evidence[key]}</p>
        </div>
      ))}
    </DrawerSection>
  );
}

/** The next step and who takes it; null when the bank has decided. */
function nextStepOf(dispute: DisputeDetail): string | null {
  const { status, dueAt, evidenceAt, actionable, refunded } = dispute;
  if (status === 'warning') {
    if (refunded) return 'The payment was refunded, so nothing is left to do.';
    return actionable
      ? 'Refund this payment before it becomes a dispute with a fee. REFUND_FRAUD_WARNINGS does that automatically.'
      : 'The payment was disputed or its warning withdrawn, so nothing is left to do.';
  }
  if (status === 'inquiry') return inquiryStepOf(dispute);
  if (status === 'other_currency') return otherCurrencyStepOf(dispute);
  if (status === 'under_review') return 'The bank decides. That can take several weeks.';
  if (status !== 'needs_response') return null;
  if (evidenceAt) return 'We’re sending the evidence and ask the processor every minute until it has it.';
  return dueAt ? `Submit the evidence by ${fullDate(dueAt)}.` : 'Submit the evidence.';
}

function inquiryStepOf({ stage, dueAt }: DisputeDetail): string {
  if (stage === 'under_review') return 'The bank has your answer. It closes the inquiry or opens a dispute.';
  if (stage !== 'needs_response') return 'The bank closed this inquiry, so nothing is left to do.';
  const by = dueAt ? ` by ${fullDate(dueAt)}` : '';
  return `Answer the bank in the processor’s dashboard${by}, or refund the payment in full. Without an answer it can become a dispute with a fee. Until then the money and the fan’s access stay as they are.`;
}

function otherCurrencyStepOf({ stage, currency }: DisputeDetail): string {
  if (stage === 'won') return 'The bank decided in our favor, and the payment counts again.';
  const decided = stage === 'lost' ? 'The bank decided in favor of the fan. ' : '';
  const frozen = `${decided}Our books count US dollars, so this dispute in ${currency ?? 'another currency'} isn’t in them, and what is left of the payment stays frozen.`;
  return stage === 'lost'
    ? `${frozen} Compare the amount with the processor’s statement, and ask support how to correct the books.`
    : `${frozen} Answer the bank in the processor’s dashboard.`;
}

function SubmitDialog({ dispute, onClose }: { dispute: DisputeDetail; onClose: () => void }) {
  return (
    <ActionDialog
      title="Submit this evidence?"
      action="Submit evidence"
      variant="primary"
      run={() => call(submitEvidence, { params: { id: dispute.id } })}
      refresh={[listDisputes, getDispute, getAdminMoney]}
      done={{ title: 'Evidence submitted', description: 'The bank decides now. That can take several weeks.' }}
      onClose={onClose}
    >
      <p>
        The bank gets the receipt, the terms and the access log as they are shown here, with the fan’s name and email
        address. Evidence can be submitted only once.
      </p>
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
      {reason ? <p className="quote mt-3 wrap-anywhere">{reason}</p> : null}
      {nextStep ? (
        <>
          <NextStep>{nextStep}</NextStep>
          <SettingNotes text={nextStep} />
        </>
      ) : null}
      {evidenceError ? (
        <p className="notice mt-3" data-tone="danger">
          The processor refused the last evidence: {evidenceError}
        </p>
      ) : null}
      <DrawerSection title="Facts" hideTitle>
        <DrawerFacts
          facts={[
            { label: 'Amount', value: disputedAmount(dispute) },
            ...(feeCents > 0 ? [{ label: 'Processor’s fee', value: formatMoneyExact(feeCents) }] : []),
            { label: 'Pool', value: <PoolLink {...dispute} /> },
            { label: 'Fan', value: <PersonLink username={username} /> },
            ...(charge
              ? [
                  {
                    label: 'Payment',
                    value: <TextLink to={movementsHref({}, charge.paymentId)}>See the charge</TextLink>,
                  },
                ]
              : []),
            { label: 'Reference', value: <code>{processorRef}</code> },
          ]}
        />
        {charge && status === 'warning' && dispute.actionable ? <RefundButton charge={charge} warned /> : null}
        {charge && status === 'inquiry' && (stage === 'needs_response' || stage === 'under_review') ? (
          <RefundButton charge={charge} />
        ) : null}
        {canSubmit ? (
          <Button variant="primary" className="mt-4" onClick={() => setAsking(true)}>
            Submit evidence
          </Button>
        ) : null}
      </DrawerSection>
      {charge && charge.refunds.length > 0 ? <ChargeRefunds charge={charge} /> : null}
      <Timeline moments={dispute.timeline} />
      {evidence ? <Evidence evidence={evidence} /> : null}
      {isAsking ? <SubmitDialog dispute={dispute} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
