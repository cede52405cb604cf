import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PaidCharge } from '#contract/admin/refunds.ts';
import {
  getAdminMoney,
  getApprovalTerms,
  getDispute,
  getMovement,
  listDisputes,
  listMovements,
  refundPayment,
} from '#contract/calls/admin.ts';
import { msg, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { call } from '#web/data/call.ts';
import { newRequestKey } from '#web/data/new-request-key.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { SecondAdminNote } from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';
import { MoneyField } from '#web/ui/forms/money-field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** The error message for an amount; undefined if it can be refunded. */
function amountError(cents: number | null, leftCents: number): Text | undefined {
  if (cents === null || cents === 0) return t`Enter an amount, such as 5 or 7.50`;
  return cents > leftCents ? t`You can refund up to ${{ amount: formatMoneyExact(leftCents) }}` : undefined;
}

/** Says who gets the money, who bears it, and what happens to the pledge. */
function effectOf(charge: PaidCharge, cents: number): Text {
  const rest = charge.leftCents - cents;
  const pledge =
    charge.pledgeStatus !== 'paid'
      ? t`Their pledge has already ended.`
      : rest === 0
        ? t`Their pledge ends, and they lose access to the delivery.`
        : t`Their pledge still counts, and their access stays the same.`;
  const bearer = charge.released
    ? t`The money was already released to the creator, so they owe us their part of it. We cover our fee and the card costs of this amount.`
    : sentences(
        rest > 0 ? t`The pool keeps ${{ amount: formatMoneyExact(rest) }} of this payment.` : '',
        t`We cover the card costs of this amount.`,
      );
  return sentences(t`The fan gets ${{ amount: formatMoneyExact(cents) }} back on the card that paid.`, pledge, bearer);
}

function Effect({ charge, cents }: { charge: PaidCharge; cents: number | null }) {
  return (
    <>
      <p className="text-muted" aria-live="polite">
        {cents === null ? t`Enter an amount to see what happens.` : effectOf(charge, cents)}
      </p>
      <SecondAdminNote act={{ moves: cents ?? 0 }} />
    </>
  );
}

/** The reads that a refund changes. */
const refundReads = [getMovement, listMovements, getDispute, listDisputes, getAdminMoney, getApprovalTerms];

/** Another request about the payment may wait as well. */
function resultOf(waiting: PaidCharge['waiting'], cents: number, myId: string | undefined) {
  const amount = formatMoneyExact(cents);
  return waiting?.requester.id === myId && waiting?.amountCents === cents
    ? {
        title: t`Waiting for a second admin`,
        description: t`The refund of ${{ amount }} starts when another admin approves it.`,
      }
    : {
        title: t`Refunding ${{ amount }}`,
        description: t`The fan gets a notice with your reason once the processor has confirmed it.`,
      };
}

const missing = msg`Reason is required`;

/** Sends the refund of an amount in cents, with its reason. */
function useRefund({ paymentId }: PaidCharge, reason: string, onClose: () => void) {
  const refresh = useRefresh();
  const user = useUser();
  // A repeated request for the same amount has the same key, so that it refunds once even if an answer was lost.
  const request = useRef({ cents: 0, key: '' });
  return useMutation({
    mutationFn: (amountCents: number) => {
      if (request.current.cents !== amountCents) request.current = { cents: amountCents, key: newRequestKey() };
      const body = { requestKey: request.current.key, amountCents, reason };
      return call(refundPayment, { params: { id: paymentId }, body });
    },
    // The server may have accepted the refund although its answer was lost. Show what is left before the next attempt.
    onError: () => refresh(...refundReads),
    onSuccess: async ({ waiting }, amountCents) => {
      await refresh(...refundReads);
      onClose();
      toast(resultOf(waiting, amountCents, user?.id));
    },
  });
}

interface RefundDialogProps {
  charge: PaidCharge;
  /** A reason to begin with. */
  reason?: string;
  onClose: () => void;
}

/** Asks an admin for the amount and the reason of a refund. */
export function RefundDialog({ charge, reason = '', onClose }: RefundDialogProps) {
  const [chosen, setChosen] = useState<number | null>(charge.leftCents);
  const isWhole = charge.pledgeStatus === 'refund_pending';
  const cents = isWhole ? charge.leftCents : chosen;
  const [text, setText] = useState(reason);
  const [tried, setTried] = useState(false);
  const given = text.trim();
  const fault = amountError(cents, charge.leftCents);
  const { mutate, isPending, error } = useRefund(charge, given, onClose);
  const submit = () => {
    setTried(true);
    if (cents !== null && !fault && given.length >= limits.reason.min) mutate(cents);
  };
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t`Refund this payment?`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="danger" busy={isPending} onClick={submit}>
            {cents === null || fault
              ? t({ message: 'Refund', context: 'verb on a button' })
              : t`Refund ${{ amount: formatMoneyExact(cents) }}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <MoneyField
          label={t`Amount`}
          cents={cents}
          onCents={setChosen}
          disabled={isWhole}
          hint={
            isWhole
              ? t`The pledge has ended, so the fan gets back all that is left.`
              : charge.refundedCents > 0
                ? t`${{ refunded: formatMoneyExact(charge.refundedCents) }} of ${{ paid: formatMoneyExact(charge.paidCents) }} was refunded before. Up to ${{ left: formatMoneyExact(charge.leftCents) }} is left.`
                : t`The fan paid ${{ amount: formatMoneyExact(charge.paidCents) }}. Enter less to refund a part of it.`
          }
          error={tried || (cents !== null && cents > charge.leftCents) ? fault : undefined}
        />
        <TextArea
          label={t`Reason`}
          hint={t`The fan reads it in a notice and on their receipt.`}
          value={text}
          maxLength={limits.reason.max}
          counter={[given.length, limits.reason.max]}
          error={tried && given.length < limits.reason.min ? textOf(missing) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Effect charge={charge} cents={fault ? null : cents} />
        {error ? (
          <p className="field-error" role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
