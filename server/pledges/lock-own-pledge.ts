import { appError } from '#contract/errors.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type LockedPledge, lockPledge } from './apply-pledge-event.ts';

/** Locks a pledge for its fan. Throws `not_found` for everyone else. */
export async function lockOwnPledge(tx: Tx, userId: string, pledgeId: string): Promise<LockedPledge> {
  const locked = await lockPledge(tx, pledgeId);
  if (locked.pledge.fanId !== userId) throw appError('not_found');
  return locked;
}
