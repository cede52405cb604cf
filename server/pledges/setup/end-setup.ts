import { lookUpSubject } from '#server/money/look-up-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPledgeEvent, lockPledge } from '#server/pledges/apply-pledge-event.ts';
import { schedulePledgeJob, setupOverJob, subjectOf } from '#server/pledges/pledge-jobs.ts';
import { findPledge, moneyOf } from '#server/pledges/pledges.sql.ts';
import { isSetupOver } from '#server/pledges/reminders/reminders.sql.ts';
import { confirmSetup } from './confirm-setup.ts';

const againMs = 60_000;

/** Ends the set-up window of a pledge: asks the processor once more, then releases the pledge. */
export async function endSetup(context: MoneyContext, pledgeId: string): Promise<void> {
  const { jobs } = context;
  const known = await findPledge(context.db.sql, pledgeId);
  if (known?.status !== 'setup_pending') return;
  await lookUpSubject(context, subjectOf(pledgeId));
  const cardId = await context.db.tx(async (tx) => {
    const locked = await lockPledge(tx, pledgeId);
    const { pledge, pool } = locked;
    if (pledge.status !== 'setup_pending' || pool.frozen) return null;
    if (pledge.cardId) return pledge.cardId;
    if (!(await isSetupOver(tx, pledgeId))) {
      await schedulePledgeJob(context, tx, setupOverJob, pledgeId, pledge.setupDueAt);
      return null;
    }
    const { underWay } = await moneyOf(tx, subjectOf(pledgeId));
    if (underWay) await jobs.enqueue(tx, setupOverJob, { pledgeId }, { startAfterMs: againMs, singletonKey: pledgeId });
    else await applyPledgeEvent(context, tx, locked, { type: 'setup_expired' });
    return null;
  });
  if (cardId) await confirmSetup(context, pledgeId, cardId);
}
