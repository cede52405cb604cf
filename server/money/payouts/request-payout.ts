import { randomUUID } from 'node:crypto';
import { payoutJob } from '#server/money/job-kinds.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findPayoutOf, insertPayout } from './payouts.sql.ts';

export interface PayoutRequest {
  userId: string;
  subject: string;
  amountCents: number;
  /** The name of the processor that collected the money, because only its balance holds it. */
  processor: string;
}

/**
 * Requests a payout to a creator, in cents, once per subject ("pool:ID"). Debits creator_payable in the caller's transaction, which
 * fails if that overdraws the account. A job then calls the processor, and `payout.paid` or `payout.failed` reports the outcome.
 * Repeating the call returns the same payout and retries a failed one. Returns null when there is nothing to pay.
 */
export async function requestPayout(
  context: MoneyContext,
  tx: Tx,
  { userId, subject, amountCents, processor }: PayoutRequest,
): Promise<{ payoutId: string } | null> {
  if (amountCents <= 0) return null;
  const payout = await insertPayout(tx, { id: randomUUID(), userId, subject, amountCents, processor });
  if (!payout) {
    const known = await findPayoutOf(tx, subject);
    return known ? { payoutId: known.id } : null;
  }
  await postJournal(tx, {
    kind: 'payout',
    cause: payout.idempotencyKey,
    entries: [
      { account: `creator_payable:${userId}`, amountCents },
      { account: 'payout_in_transit', amountCents: -amountCents },
    ],
  });
  await context.jobs.enqueue(tx, payoutJob, { payoutId: payout.id });
  return { payoutId: payout.id };
}
