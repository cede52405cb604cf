import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import { refuseCardTesting } from '#server/money/card-testing/guard-cards.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPledgeEvent, type LockedPledge, lockOwnPledge } from './apply-pledge-event.ts';
import { chargePledge } from './charge-pledge.ts';
import { assertCreatorPayable } from './creator-payable.ts';
import { openPaymentPage } from './hosted-pages.ts';
import { payLatePledge } from './pay-late-pledge.ts';
import { findCard } from './pledges.sql.ts';
import { maySetUp } from './policy.ts';
import { findPoolOfPledge } from './pool-funding.sql.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/**
 * Pays a pledge that is due. With `useSavedCard` the newest saved card is charged. Without it, or if that card is declined, the
 * result holds the URL of the hosted page.
 */
export async function payPledge(
  context: MoneyContext,
  viewer: Viewer,
  { pledgeId, useSavedCard = false }: { pledgeId: string; useSavedCard?: boolean },
): Promise<{ status: PledgeStatus; url?: string }> {
  const wanted = useSavedCard ? await findUsableCard(context, viewer.userId, pledgeId) : undefined;
  if (wanted) await refuseCardTesting(context, viewer.userId);
  const { locked, charging } = await context.db.tx((tx) => lockForPaying(context, tx, viewer.userId, pledgeId, wanted));
  if (charging) await chargePledge(context, pledgeId);
  const { status } = await showPledge(context, viewer, pledgeId);
  const late = status === 'setup_pending';
  if (status !== 'notified' && !late) return { status };
  const url = late
    ? await payLatePledge(context, locked.pledge, locked.pool, wanted)
    : await openPaymentPage(context, locked.pledge, locked.pool);
  return { status: (await showPledge(context, viewer, pledgeId)).status, ...(url ? { url } : {}) };
}

/** The fan's newest card at the processor that takes this pledge's payment. */
async function findUsableCard(context: MoneyContext, fanId: string, pledgeId: string): Promise<string | undefined> {
  const { sql } = context.db;
  const pool = await findPoolOfPledge(sql, pledgeId);
  const processor = pool && context.processors.forContent(pool);
  return processor && findCard(sql, { fanId, processor: processor.name });
}

/**
 * With a card, commits `charging` before the charge, so a job finishes it after a crash. Throws `nothing_due`, `pool_frozen`,
 * `creator_not_payable`, `not_found`.
 */
async function lockForPaying(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  userId: string,
  pledgeId: string,
  cardId?: string,
): Promise<{ locked: LockedPledge; charging: boolean }> {
  const locked = await lockOwnPledge(tx, userId, pledgeId);
  const { pledge, pool } = locked;
  if (pool.takesLatePledges && maySetUp(pledge, pool)) return { locked, charging: false };
  // A double click: the first request is charging.
  if (pledge.status === 'charging') return { locked, charging: false };
  const now = { due: pledge.due, frozen: pool.frozen };
  if (pledge.status === 'notified' && now.due && !now.frozen) await assertCreatorPayable(context, tx, pool);
  if (cardId) await applyPledgeEvent(context, tx, locked, { type: 'charge_card', ...now }, { cardId });
  else await applyPledgeEvent(context, tx, locked, { type: 'pay', ...now });
  return { locked, charging: cardId !== undefined };
}
