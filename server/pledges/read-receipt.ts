import { appError } from '#contract/errors.ts';
import { receiptNumber } from '#contract/pledges/payment-proof.ts';
import type { Receipt } from '#contract/pledges/receipts.ts';
import { canonicalPoolPath, poolIdPath } from '#contract/pools/pool-path.ts';
import { splitFees } from '#contract/values/fees.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readCharge } from '#server/money/read-payments.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import { maskedTitle } from '#server/pools/adult-mask.ts';
import { subjectOf } from './pledge-jobs.ts';
import { findReceipt } from './receipt.sql.ts';
import type { Viewer } from './show-pledge.ts';

/**
 * Returns the payment of a pledge and its parts: the platform fee by the accepted terms, the processor's cost of this
 * charge, and the rest for the creator. Throws `not_found` for everyone but the fan, `receipt_none` before the payment.
 */
export async function readReceipt(context: MoneyContext, viewer: Viewer, pledgeId: string): Promise<Receipt> {
  const { sql } = context.db;
  const row = await findReceipt(sql, pledgeId, viewer.userId);
  if (!row) throw appError('not_found');
  const charge = await readCharge(sql, subjectOf(pledgeId));
  if (!charge) throw appError('receipt_none');
  const feePercent = row.terms?.feePercent ?? context.config.platformFeePercent;
  const keptCents = charge.amountCents - charge.refundedCents;
  const { platformFeeCents, processorCostCents, netCents } = splitFees(
    keptCents,
    feePercent,
    Math.round((charge.costCents * keptCents) / charge.amountCents),
  );
  const masked = isAgeGated(viewer, row);
  const { cardBrand: brand, cardLast4: last4 } = charge;
  return {
    pledgeId,
    number: receiptNumber(pledgeId),
    status: row.status,
    poolTitle: masked ? maskedTitle() : row.poolTitle,
    poolPath: masked ? poolIdPath(row.poolId) : canonicalPoolPath(row),
    creatorName: isAgeGated(viewer, { adult: row.creatorAdult }) ? row.creatorUsername : row.creatorName,
    startedBy: (isAgeGated(viewer, { adult: row.ownerAdult }) ? null : row.ownerName) ?? row.ownerUsername,
    paidBy: { name: row.fanName, email: row.fanEmail },
    amountCents: charge.amountCents,
    pledgedAt: row.createdAt.toISOString(),
    paidAt: charge.paidAt.toISOString(),
    card: brand && last4 ? { brand, last4 } : null,
    platformFeePercent: feePercent,
    platformFeeCents,
    processorCostCents,
    creatorCents: netCents,
    released: charge.released,
    objectUntil: row.objectUntil?.toISOString() ?? null,
    refundedCents: charge.refundedCents,
    refundedOutside: row.refundedOutside,
    refundedAt: charge.refundedAt?.toISOString() ?? null,
    partialRefunds: charge.adminRefunds.map(({ refundedAt, ...refund }) => ({
      ...refund,
      refundedAt: new Date(refundedAt).toISOString(),
    })),
    testMode: context.processors.find(charge.processor)?.testMode ?? false,
  };
}
