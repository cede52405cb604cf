import type { PaidCharge } from '#contract/admin/refunds.ts';
import { readWaitingApproval } from '#server/approvals/list-approvals.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type ChargeRefundRow, listChargeRefunds, type PaidChargeRow, readPaidChargeRow } from './paid-charge.sql.ts';

/** Reads a paid charge with its refunds for an admin; null for other charges. `viewerId` is null for the command line. */
export async function readPaidCharge(
  sql: Connection,
  paymentId: string,
  viewerId: string | null,
): Promise<PaidCharge | null> {
  const [row, refunds, waiting] = await Promise.all([
    readPaidChargeRow(sql, paymentId),
    listChargeRefunds(sql, paymentId),
    readWaitingApproval(sql, 'payment', paymentId),
  ]);
  if (!row) return null;
  const leftCents = row.amountCents - row.refundedCents - row.lostCents;
  return {
    paymentId,
    paidCents: row.amountCents,
    refundedCents: row.refundedCents,
    leftCents,
    released: row.released,
    pledgeStatus: row.pledgeStatus,
    blocked: row.payerId === viewerId ? ownPayment : blockedBy(row, leftCents, refunds),
    waiting,
    refunds: refunds.map(
      ({ id, amountCents, status, returnedRef, outsideReason, reason, failureReason, createdAt }) => ({
        id,
        amountCents,
        result: outsideReason ? 'outside' : returnedRef && status !== 'succeeded' ? 'returned' : results[status],
        reason: outsideReason ?? failureReason ?? reason,
        createdAt: createdAt.toISOString(),
      }),
    ),
  };
}

const ownPayment = 'You made this payment yourself, so another admin has to refund it.';

const results = {
  created: 'pending',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
  returned: 'returned',
} as const;

function blockedBy(
  { pledgeStatus, isDisputed }: PaidChargeRow,
  leftCents: number,
  refunds: readonly ChargeRefundRow[],
): string | null {
  if (leftCents === 0) return 'Nothing is left to refund.';
  if (isDisputed) return 'The fan’s bank decides about this payment, so it can’t be refunded.';
  if (refunds.some(({ status }) => status === 'created')) return 'A refund is under way.';
  if (refunds.some(({ status }) => status === 'failed'))
    return 'Another refund of this payment failed. Finish it first.';
  const isAgain = refunds.some(({ status }) => status === 'returned');
  if (isAgain && (pledgeStatus === 'refund_pending' || pledgeStatus === 'dispute_lost')) return null;
  if (pledgeStatus === 'refund_pending') return 'The pool ended, so the rest is refunded automatically.';
  return pledgeStatus === 'paid' ? null : 'This pledge has ended.';
}
