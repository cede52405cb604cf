import type { z } from 'zod';
import type { refundPayment as contract, PaidCharge } from '#contract/admin/refunds.ts';
import { appError } from '#contract/errors.ts';
import type { Permit } from '#server/approvals/approval.ts';
import { permitAlone } from '#server/approvals/permit.ts';
import { requestIfNeeded } from '#server/approvals/request-approval.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { refundPayment } from '#server/pledges/refund-payment.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { findPayer, readPaidChargeRow } from './paid-charge.sql.ts';
import { readPaidCharge } from './read-paid-charge.ts';

export interface ChargeRefund {
  paymentId: string;
  requestKey: string;
  amountCents: number;
  reason: string;
  /** Whether the payment was released to the creator when the admin asked for a second one. Undefined if no request waited. */
  wasReleased?: boolean | undefined;
}

/**
 * Refunds a charge or a part of it, and records who did. Above TWO_ADMIN_LIMIT it waits for a second admin instead. Throws not_found,
 * conflict, approval_waiting.
 */
export async function refundCharge(
  context: MoneyContext,
  admin: MoneyAdmin,
  paymentId: string,
  { requestKey, amountCents, reason }: z.output<typeof contract.body>,
): Promise<PaidCharge> {
  const refund = { paymentId, requestKey, amountCents, reason };
  const request = {
    kind: 'payment.refund',
    targetKind: 'payment',
    targetId: paymentId,
    amountCents,
    payload: { requestKey, wasReleased: (await readPaidChargeRow(context.db.sql, paymentId))?.released ?? false },
    reason,
    concerned: [await findPayer(context.db.sql, paymentId)],
  } as const;
  await requestIfNeeded(context, admin, request, () => makeRefund(context, refund, permitAlone(context, admin)));
  const charge = await readPaidCharge(context.db.sql, paymentId, admin.actor.userId);
  if (!charge) throw appError('not_found');
  return charge;
}

/** Makes a refund that its permit allows. Returns false for a repeated request key. Throws not_found, conflict. */
export function makeRefund(
  context: MoneyContext,
  { paymentId, requestKey, amountCents, reason, wasReleased }: ChargeRefund,
  permit: Permit,
): Promise<boolean> {
  return context.db.tx(async (tx) => {
    if (!(await refundPayment(context, tx, { requestKey, paymentId, amountCents, reason }))) return false;
    await assertSameBearer(tx, paymentId, wasReleased);
    const concerned = [await findPayer(tx, paymentId)];
    await permit.allow(tx, { amountCents, concerned });
    await writeAudit(tx, {
      actorId: permit.actorId,
      action: 'payment.refunded',
      targetKind: 'payment',
      targetId: paymentId,
      before: {},
      after: { refundId: requestKey, amountCents, ...permit.trace },
      reason,
      ip: permit.ip,
      concerned,
    });
    return true;
  });
}

/** Throws conflict if the payment was released since. The refund has locked it, and changes the claim of held payments only. */
async function assertSameBearer(tx: Tx, paymentId: string, wasReleased: boolean | undefined): Promise<void> {
  if (wasReleased === undefined) return;
  const { released = false } = (await readPaidChargeRow(tx, paymentId)) ?? {};
  if (released === wasReleased) return;
  throw appError('conflict', {
    message: () =>
      'The money went to the creator while this waited, which changes who pays for the refund. Ask for it again.',
  });
}
