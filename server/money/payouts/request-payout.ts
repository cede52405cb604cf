import { derivedId } from '#server/money/derived-id.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { collectorsOf } from '#server/money/processors/routing.sql.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { arePayoutsHeld } from './payout-holds.sql.ts';
import { insertOrLockPayout } from './payouts.sql.ts';
import { startPayout } from './start-payout.ts';

interface PayoutRequest {
  userId: string;
  /** The purpose ("pool:ID"); one payout each. */
  subject: string;
  amountCents: number;
  /** The name of the processor that collected the money, because only its balance holds it. */
  processor: string;
  /** The release that the amount comes from. The payout then has one part for each of its payments. */
  releaseCause?: string;
}

/**
 * Requests a payout to a creator, in cents, once per subject, in the caller's transaction. Starts it if the creator's payout account is
 * ready and their payouts are not held. Otherwise the payout waits and the amount stays on creator_payable; without a ready account, `payout.waiting` is published. Jobs call the processor,
 * and `payout.paid` or `payout.failed` reports the outcome. Repeating the call returns the same payout and retries a failed one.
 * Returns null when there is nothing to pay.
 */
export async function requestPayout(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { userId, subject, amountCents, processor, releaseCause }: PayoutRequest,
): Promise<{ payoutId: string } | null> {
  if (amountCents <= 0) return null;
  const { payout, isNew } = await insertOrLockPayout(tx, {
    id: derivedId('payout', subject),
    userId,
    subject,
    amountCents,
    processor,
    releaseCause: releaseCause ?? null,
  });
  const mayStart = payout.status === 'waiting' || payout.status === 'failed';
  const isReady = mayStart && (await ensurePayoutAccount(context, tx, { userId, processor: payout.processor }));
  if (isReady) {
    // The end of the hold or of the suspension starts it; after a change of the account, the reconciler does.
    if (!(await arePayoutsHeld(tx, payout))) await startPayout(context, tx, payout);
  } else if (isNew)
    await context.facts.publish(tx, 'payout.waiting', { payoutId: payout.id, userId, subject, amountCents });
  return { payoutId: payout.id };
}

/**
 * The names of the processors that collected what the release `cause` can take or has taken from an account. The first one keeps its
 * place when the call is repeated.
 */
export function listCollectors(tx: Tx, heldAccount: `held:${string}`, cause: string): Promise<string[]> {
  return collectorsOf(tx, heldAccount, cause);
}
