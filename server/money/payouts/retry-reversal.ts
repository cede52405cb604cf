import { reversalJob } from '#server/money/job-kinds.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import { lockDeductibleDebt } from './debts.sql.ts';
import { type Reversal, readReversible, reopenReversal } from './reversals.sql.ts';

/**
 * Sends a refused reversal again, with what the creator still owes and no other reversal may take back: the creator's balance at the
 * processor may have money again. Stripe empties it every day, so the first attempt is often refused.
 */
export async function retryReversal(context: MoneyContext, reversal: Reversal): Promise<void> {
  const { id, userId, partId, subject } = reversal;
  await withSubjectLocks(context, subject, async (tx) => {
    const owedCents = await lockDeductibleDebt(tx, userId);
    const amountCents = Math.min(reversal.amountCents, owedCents, await readReversible(tx, partId));
    if (amountCents <= 0 || !(await reopenReversal(tx, reversal, amountCents))) return;
    await context.jobs.enqueue(tx, reversalJob, { reversalId: id });
  });
}
