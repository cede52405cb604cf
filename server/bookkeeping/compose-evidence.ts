import { receiptNumber } from '#contract/pledges/payment-proof.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import type { DisputeEvidence } from '#server/money/card-processor.ts';
import { count } from '#server/platform/english-count.ts';
import type { AccessRow, EvidenceRow } from './evidence.sql.ts';

/** Banks read evidence on paper, so times are exact and in UTC. */
const utc = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/[.]\d+Z$/, ' UTC');
const lines = (all: (string | null)[]) => all.filter((line) => line !== null).join('\n');

/** Composes the evidence against a dispute from the receipt, the agreed terms and the log of deliveries and access. */
export function composeEvidence(row: EvidenceRow, accesses: readonly AccessRow[]): DisputeEvidence {
  const { poolTitle, creatorName, fanName, fanEmail, fanDeletedAt, deliveredAt } = row;
  return {
    productDescription:
      `A pledge to “${poolTitle}”, made to order by ${creatorName ?? 'a creator'} for the fans who paid for it. ` +
      agreementOf(row),
    customerName: fanDeletedAt ? null : fanName,
    customerEmail: fanDeletedAt ? null : fanEmail,
    serviceDate: deliveredAt,
    receipt: receiptOf(row),
    terms: termsOf(row),
    accessLog: accessLogOf(row, accesses),
  };
}

/** How the fan agreed to this charge. */
function agreementOf({ pledgedAt, paymentKind }: EvidenceRow): string {
  if (!pledgedAt) {
    const means = paymentKind === 'hosted' ? 'on the card processor’s payment page' : 'with a saved card';
    return `The fan joined after the creator had delivered, and agreed to pay at once ${means}.`;
  }
  return paymentKind === 'hosted'
    ? 'Enough fans had pledged and the creator had accepted when the fan paid on the card processor’s payment page.'
    : 'The fan saved a card and agreed that it is charged once enough fans have pledged and the creator accepts.';
}

function receiptOf(row: EvidenceRow): string {
  const { cardBrand, cardLast4, pledgedAt, paidAt } = row;
  return lines([
    `Receipt: ${receiptNumber(row.pledgeId)}`,
    `Pool: ${row.poolTitle}`,
    `Amount: ${formatMoneyExact(row.amountCents)}`,
    pledgedAt && `Pledged: ${utc(pledgedAt)}`,
    paidAt && `Charged: ${utc(paidAt)}`,
    cardLast4 && `Card: ${cardBrand ?? 'card'} ending in ${cardLast4}`,
    row.chargeRef && `Charge: ${row.chargeRef}`,
    // Banks decide against a fan who got the money back already.
    row.refundedAt && `Refunded to this card: ${formatMoneyExact(row.refundedCents)}, ${utc(row.refundedAt)}`,
    row.fanDeletedAt ? null : `Paid by: ${row.fanName}, ${row.fanEmail}`,
    `Account created: ${utc(row.fanSince)}`,
    row.fanDeletedAt && `Account deleted: ${utc(row.fanDeletedAt)}`,
    row.emailVerifiedAt && `Email address confirmed: ${utc(row.emailVerifiedAt)}`,
  ]);
}

function termsOf({ terms, poolDescription }: EvidenceRow): string {
  const request = `What the fans asked for:\n${poolDescription}`;
  if (!terms) return request;
  return lines([
    `Accepted by the creator: ${utc(new Date(terms.acceptedAt))}`,
    `Goal: ${formatMoneyExact(terms.goalCents)}`,
    `Least amount for which the creator delivers: ${formatMoneyExact(terms.floorCents)}`,
    `Time to deliver: ${count(terms.deliveryDays, 'day')}`,
    'Refund: in full if the creator does not deliver, or an objection to the delivery is upheld.',
    `SHA-256 of these terms, published when they were accepted: ${terms.hash}`,
    '',
    request,
  ]);
}

function accessLogOf({ deliveredAt }: EvidenceRow, accesses: readonly AccessRow[]): string {
  const delivered = deliveredAt ? `Delivered: ${utc(deliveredAt)}` : 'Not delivered yet.';
  if (accesses.length === 0) return lines([delivered, 'The fan has not opened the delivery.']);
  return lines([
    delivered,
    'Opened by the fan, signed in to their account:',
    ...accesses.map(
      ({ what, firstAt, lastAt, reads }) =>
        `- ${what}: ${count(reads, 'time')}, first ${utc(firstAt)}, last ${utc(lastAt)}`,
    ),
  ]);
}
