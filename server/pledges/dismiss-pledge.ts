import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPledgeEvent, lockOwnPledge } from './apply-pledge-event.ts';
import { dismissUntilReminder } from './reminders/reminders.sql.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/** Hides the payment reminder of a pledge until the next reminder. The payment stays due. */
export async function dismissPledge(context: MoneyContext, viewer: Viewer, pledgeId: string): Promise<PledgeView> {
  await context.db.tx(async (tx) => {
    const locked = await lockOwnPledge(tx, viewer.userId, pledgeId);
    await applyPledgeEvent(context, tx, locked, { type: 'dismiss' });
    await dismissUntilReminder(tx, pledgeId);
  });
  return showPledge(context, viewer, pledgeId);
}
