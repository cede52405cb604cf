import type { z } from 'zod';
import type { refundPayment as contract, PaidCharge } from '#contract/admin/refunds.ts';
import { appError } from '#contract/errors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { refundPayment } from '#server/pledges/refund-payment.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { findPayer } from './paid-charge.sql.ts';
import { readPaidCharge } from './read-paid-charge.ts';

/** Refunds a charge or a part of it, and records who did. Throws not_found, conflict. */
export async function refundCharge(
  context: MoneyContext,
  { actor, ip }: MoneyAdmin,
  paymentId: string,
  { requestKey, amountCents, reason }: z.output<typeof contract.body>,
): Promise<PaidCharge> {
  await context.db.tx(async (tx) => {
    if (!(await refundPayment(context, tx, { requestKey, paymentId, amountCents, reason }))) return;
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'payment.refunded',
      targetKind: 'payment',
      targetId: paymentId,
      before: {},
      after: { refundId: requestKey, amountCents },
      reason,
      ip,
      concerned: [await findPayer(tx, paymentId)],
    });
  });
  const charge = await readPaidCharge(context.db.sql, paymentId);
  if (!charge) throw appError('not_found');
  return charge;
}
