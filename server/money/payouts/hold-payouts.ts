import { payoutPartJob, startPayoutJob } from '#server/money/job-kinds.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteHold, insertHold, listHeld } from './payout-holds.sql.ts';

export { type HeldPayouts, listAccountHolds, sumHeld } from './payout-holds.sql.ts';

interface Hold {
  userId: string;
  reason: string;
}

/**
 * Holds all payouts of a person, including those that have started but whose request was not sent. Notifies the creator of the reason.
 * Returns false if an admin holds them already. The caller has locked the account.
 */
export async function holdPayouts(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  { userId, reason }: Hold,
): Promise<boolean> {
  if (!(await insertHold(tx, userId, reason))) return false;
  await facts.publish(tx, 'payouts.held', { userId, reason, at: Date.now() });
  return true;
}

/** Ends an admin's hold; the payouts go on, unless the person is suspended. Returns false if there was none. */
export async function releasePayouts(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId, reason }: Hold,
): Promise<boolean> {
  if (!(await deleteHold(tx, userId))) return false;
  await context.facts.publish(tx, 'payouts.unheld', { userId, reason, at: Date.now() });
  await resumeHeld(context, tx, userId);
  return true;
}

/** Enqueues what a hold or a suspension has kept back. The jobs check again, and the reconciler does the same if they are lost. */
export async function resumeHeld({ jobs }: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  const { payoutIds, partIds } = await listHeld(tx, userId);
  await jobs.enqueueMany(
    tx,
    startPayoutJob,
    payoutIds.map((payoutId) => ({ payoutId })),
  );
  await jobs.enqueueMany(
    tx,
    payoutPartJob,
    partIds.map((partId) => ({ partId })),
  );
}
