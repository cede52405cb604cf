import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pledges/facts.ts';
import { remindJob, schedulePledgeJob } from '#server/pledges/pledge-jobs.ts';
import type { PledgeRow } from '#server/pledges/pledges.sql.ts';
import type { PoolFunding } from '#server/pledges/pool-funding.sql.ts';
import { setReminder } from './reminders.sql.ts';

/**
 * Notifies the fan of a payment that is due until the end of the pool's payment window, and schedules reminders. After another failed
 * charge the reminders keep their schedule, and the fan gets no second first notice.
 */
export async function startReminding(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: PoolFunding,
  pledge: PledgeRow,
): Promise<void> {
  const first = pledge.remindAt === null;
  const remindAt = await setReminder(tx, pledge.id, {
    dueAt: pool.paymentDueAt,
    reminderMs: context.config.windows.reminderMs,
  });
  await schedulePledgeJob(context, tx, remindJob, pledge.id, remindAt);
  if (!first) return;
  await context.facts.publish(tx, 'pledge.payment_due', {
    pledgeId: pledge.id,
    poolId: pledge.poolId,
    userId: pledge.fanId,
    reminder: 0,
  });
}
