import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPledgeEvent, lockOwnPledge } from './apply-pledge-event.ts';
import { phaseNow } from './policy.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/** Withdraws a pledge until the pool starts collecting. The pool may fall below its goal again. */
export async function withdrawPledge(context: MoneyContext, viewer: Viewer, pledgeId: string): Promise<PledgeView> {
  await context.db.tx(async (tx) => {
    const locked = await lockOwnPledge(tx, viewer.userId, pledgeId);
    await applyPledgeEvent(context, tx, locked, {
      type: 'withdraw',
      phase: phaseNow(locked.pool),
      frozen: locked.pool.frozen,
    });
  });
  return showPledge(context, viewer, pledgeId);
}
