import type { Platform } from '#server/platform/platform.ts';
import { schedulePledgeJob, setupOverJob } from '#server/pledges/pledge-jobs.ts';
import { findPledge } from '#server/pledges/pledges.sql.ts';
import { confirmPledge } from './confirm-pledge.ts';

/** Confirms a pledge after its card was saved. If the pool has since closed, the pledge is released. */
export async function confirmSetup(context: Platform, pledgeId: string, cardId: string): Promise<void> {
  const pledge = await findPledge(context.db.sql, pledgeId);
  if (pledge?.status !== 'setup_pending') return;
  const { id, poolId, fanId, amountCents, anonymous } = pledge;
  const item = { id, poolId, fanId, amountCents, anonymous, requestKey: '', cardId, fresh: false };
  const { outcome } = await confirmPledge(context, item);
  if (outcome !== 'frozen' && outcome !== 'no_card') return;
  // In a frozen pool, the pledge keeps the card, and the end of the freeze or this job confirms it. With a removed card, the fan has until
  // the end of the set-up window to save another.
  await context.db.tx((tx) => schedulePledgeJob(context, tx, setupOverJob, id, pledge.setupDueAt));
}
