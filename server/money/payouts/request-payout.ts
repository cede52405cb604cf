import { randomUUID } from 'node:crypto';
import { payoutJob } from '#server/money/job-kinds.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findPayoutOf, insertPayout } from './payouts.sql.ts';

/**
 * Sends what a creator is owed on its way, in cents, once per subject ("pool:ID"): in the caller's transaction it leaves
 * creator_payable, which refuses to be overdrawn; a job asks the processor; `payout.paid` or `payout.failed` tells the end. Asked
 * again it answers the same payout; one that failed is tried again. Null when there is nothing to pay.
 */
export async function requestPayout(
  context: MoneyContext,
  tx: Tx,
  { userId, subject, amountCents }: { userId: string; subject: string; amountCents: number },
): Promise<{ payoutId: string } | null> {
  if (amountCents <= 0) return null;
  const payout = await insertPayout(tx, {
    id: randomUUID(),
    userId,
    subject,
    amountCents,
    processor: context.cards.name,
  });
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
