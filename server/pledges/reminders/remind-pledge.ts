import type { Platform } from '#server/platform/platform.ts';
import { lockPledge } from '#server/pledges/apply-pledge-event.ts';
import type {} from '#server/pledges/facts.ts';
import { remindJob, schedulePledgeJob } from '#server/pledges/pledge-jobs.ts';
import type { PledgeRow } from '#server/pledges/pledges.sql.ts';
import { dueReminder, setReminder } from './reminders.sql.ts';

/**
 * Reminds the fan of a payment that is still due and schedules the next reminder (REMINDER_INTERVAL). Reminders missed during downtime
 * are skipped.
 */
export async function remindPledge(context: Platform, pledgeId: string): Promise<void> {
  const { reminderMs } = context.config.windows;
  await context.db.tx(async (tx) => {
    const { pledge, pool } = await lockPledge(tx, pledgeId);
    if (pledge.status !== 'notified' || pool.frozen) return;
    const reminder = await dueReminder(tx, pledgeId, reminderMs);
    // A freeze has moved the reminder.
    if (reminder === undefined)
      return pledge.due ? schedulePledgeJob(context, tx, remindJob, pledgeId, beforeEnd(pledge)) : undefined;
    const next = await setReminder(tx, pledgeId, { dueAt: pledge.dueAt, reminderMs });
    await schedulePledgeJob(context, tx, remindJob, pledgeId, next);
    const about = { pledgeId, poolId: pledge.poolId, userId: pledge.fanId };
    await context.facts.publish(tx, 'pledge.payment_due', { ...about, reminder });
  });
}

function beforeEnd({ remindAt, dueAt }: Pick<PledgeRow, 'remindAt' | 'dueAt'>): Date | null {
  return remindAt && dueAt && remindAt < dueAt ? remindAt : null;
}
