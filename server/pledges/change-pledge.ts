import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPledgeEvent, lockOwnPledge } from './apply-pledge-event.ts';
import type {} from './facts.ts';
import { findPledge } from './pledges.sql.ts';
import { assertEnough, limitPledgeChanges, phaseNow } from './policy.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/** Raises or lowers a pledge until the pool starts collecting. Both can cross the goal. Throws `rate_limited`. */
export async function changePledge(
  context: MoneyContext,
  viewer: Viewer,
  { pledgeId, amountCents, anonymous }: { pledgeId: string; amountCents: number; anonymous?: boolean },
): Promise<PledgeView> {
  assertEnough(amountCents, context.config);
  const pledge = await findPledge(context.db.sql, pledgeId);
  if (pledge?.fanId === viewer.userId) await limitPledgeChanges(context, pledge);
  await context.db.tx(async (tx) => {
    const locked = await lockOwnPledge(tx, viewer.userId, pledgeId);
    const event = { type: 'change', phase: phaseNow(locked.pool), frozen: locked.pool.frozen } as const;
    await applyPledgeEvent(context, tx, locked, event, {
      amountCents,
      ...(anonymous === undefined ? {} : { anonymous }),
    });
    const { poolId, amountCents: amountCentsBefore } = locked.pledge;
    const about = { pledgeId, poolId, userId: viewer.userId };
    if (amountCents !== amountCentsBefore)
      await context.facts.publish(tx, 'pledge.changed', { ...about, amountCentsBefore });
    if (amountCents > amountCentsBefore) await context.facts.publish(tx, 'pledge.raised', about);
  });
  return showPledge(context, viewer, pledgeId);
}
