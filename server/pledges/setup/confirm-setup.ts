import type { Platform } from '#server/platform/platform.ts';
import { schedulePledgeJob, setupOverJob } from '#server/pledges/pledge-jobs.ts';
import { findPledge, type PledgeRow } from '#server/pledges/pledges.sql.ts';
import { findPoolFunding } from '#server/pledges/pool-funding.sql.ts';
import type { PledgeToStore } from '#server/pledges/store-pledge.sql.ts';
import { storeInBatch } from '#server/pledges/store-pledge.ts';

/** Confirms a pledge after its card was saved. If the pool has since closed, the pledge is released. */
export async function confirmSetup(context: Platform, pledgeId: string, cardId: string): Promise<void> {
  const pledge = await findPledge(context.db.sql, pledgeId);
  if (pledge?.status !== 'setup_pending') return;
  const { id } = pledge;
  // At the funding deadline, the pool's clock confirms all saved cards together.
  if ((await findPoolFunding(context.db.sql, pledge.poolId))?.overdue) return;
  const { outcome } = await storeInBatch(context, withSavedCard({ ...pledge, cardId }));
  if (outcome !== 'pool_frozen' && outcome !== 'no_saved_card') return;
  // In a frozen pool, the pledge keeps the card, and the end of the freeze or this job confirms it. With a removed card, the fan has until
  // the end of the set-up window to save another.
  await context.db.tx((tx) => schedulePledgeJob(context, tx, setupOverJob, id, pledge.setupDueAt));
}

type WaitingPledge = Pick<PledgeRow, 'id' | 'poolId' | 'fanId' | 'amountCents' | 'anonymous'> & { cardId: string };

/** A pledge that waited for this card. */
export const withSavedCard = ({ id, poolId, fanId, amountCents, anonymous, cardId }: WaitingPledge): PledgeToStore => ({
  ...{ id, poolId, fanId, amountCents, anonymous, cardId },
  requestKey: '',
  isNew: false,
});
