import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { readOutcome } from './payout-parts.sql.ts';
import { lockPayout, markFailed, markInTransit, markPaid } from './payouts.sql.ts';

/** Ends a payout once none of its parts is open, and publishes the outcome. */
export async function finishPayout(context: InTransaction<Platform>, tx: Tx, payoutId: string): Promise<void> {
  const { userId, subject, amountCents } = await lockPayout(tx, payoutId);
  const about = { payoutId, userId, subject, amountCents };
  const { open, failed, reason } = await readOutcome(tx, payoutId);
  if (open > 0) return markInTransit(tx, payoutId);
  if (failed > 0) {
    await markFailed(tx, payoutId, reason);
    return context.facts.publish(tx, 'payout.failed', { ...about, reason: reason ?? '' });
  }
  await markPaid(tx, payoutId);
  // The creator's debt took all of it, so there is nothing to report as paid.
  if (amountCents > 0) await context.facts.publish(tx, 'payout.paid', about);
}
