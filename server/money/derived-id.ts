import { createHash } from 'node:crypto';

/**
 * The id of the n-th thing of its kind for a subject. It is derived instead of random, so that a database that was restored from a backup
 * gives a lost row its old id again. Our reference and idempotency key at the processor follow from the id, so the processor answers
 * with what it did before the restore and moves no money twice.
 */
export function derivedId(kind: 'payment' | 'payout' | 'reversal' | 'dispute', subject: string, n = 1): string {
  const hash = createHash('sha256').update(`fanfare ${kind} ${subject} ${n}`).digest();
  // Version 8: a UUID whose other bits the application chooses (RFC 9562).
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** The id of a payment's only refund. */
export const refundIdOf = (paymentId: string): string => flipFirstDigit(paymentId);

/** The payment that a refund with this id returns. */
export const paymentIdOf = (refundId: string): string => flipFirstDigit(refundId);

/** Differs from the id and leads back to it, so that a refund found at the processor names its payment. */
function flipFirstDigit(id: string): string {
  return (Number.parseInt(id.charAt(0), 16) ^ 8).toString(16) + id.slice(1);
}
