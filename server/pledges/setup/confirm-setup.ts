import type { Platform } from '#server/platform/platform.ts';
import { schedulePledgeJob, setupOverJob } from '#server/pledges/pledge-jobs.ts';
import { findPledge, findPoolFunding, type PledgeRow } from '#server/pledges/pledges.sql.ts';
import type { Confirmation } from './confirm.sql.ts';
import { confirmPledge } from './confirm-pledge.ts';

/** The confirmation of a pledge that waited for this card. */
export const confirmationOf = ({
  id,
  poolId,
  fanId,
  amountCents,
  anonymous,
  cardId,
}: Pick<PledgeRow, 'id' | 'poolId' | 'fanId' | 'amountCents' | 'anonymous'> & { cardId: string }): Confirmation => ({
  ...{ id, poolId, fanId, amountCents, anonymous, cardId },
  requestKey: '',
  fresh: false,
});

/** Confirms a pledge after its card was saved. If the pool has since closed, the pledge is released. */
export async function confirmSetup(context: Platform, pledgeId: string, cardId: string): Promise<void> {
  const pledge = await findPledge(context.db.sql, pledgeId);
  if (pledge?.status !== 'setup_pending') return;
  const { id } = pledge;
  // At the funding deadline, the pool's clock confirms all saved cards together.
  if ((await findPoolFunding(context.db.sql, pledge.poolId))?.overdue) return;
  const { outcome } = await confirmPledge(context, confirmationOf({ ...pledge, cardId }));
  if (outcome !== 'pool_frozen' && outcome !== 'no_card') return;
  // In a frozen pool, the pledge keeps the card, and the end of the freeze or this job confirms it. With a removed card, the fan has until
  // the end of the set-up window to save another.
  await context.db.tx((tx) => schedulePledgeJob(context, tx, setupOverJob, id, pledge.setupDueAt));
}
