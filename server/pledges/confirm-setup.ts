import type { Platform } from '#server/platform/platform.ts';
import { confirmPledge } from './confirm-pledge.ts';
import { armJob, setupOverJob } from './pledge-jobs.ts';
import { findPledge } from './pledges.sql.ts';

/** A pledge's card was saved: it counts from now on, or is let go when its pool closed meanwhile. */
export async function confirmSetup(context: Platform, pledgeId: string, cardId: string): Promise<void> {
  const pledge = await findPledge(context.db.sql, pledgeId);
  if (pledge?.status !== 'setup_pending') return;
  const { id, poolId, fanId, amountCents, anonymous } = pledge;
  const item = { id, poolId, fanId, amountCents, anonymous, requestKey: '', cardId, fresh: false };
  const { outcome } = await confirmPledge(context, item);
  if (outcome !== 'frozen') return;
  // The card is kept; the end of the freeze, or the pledge's own clock, confirms it.
  await context.db.tx((tx) => armJob(context, tx, setupOverJob, id, pledge.setupDueAt));
}
