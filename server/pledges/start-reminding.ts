import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { armJob, remindJob } from './pledge-jobs.ts';
import type { PledgeRow, PoolGround } from './pledges.sql.ts';
import { setReminder } from './reminders.sql.ts';

/**
 * A payment is due: until the end of the pool's payment window, told at once and then at every reminder interval. A pledge that was
 * notified before, and tried in vain since, keeps its rhythm and is not told again.
 */
export async function startReminding(context: Platform, tx: Tx, pool: PoolGround, pledge: PledgeRow): Promise<void> {
  const first = pledge.remindAt === null;
  const remindAt = await setReminder(tx, pledge.id, {
    dueAt: pool.paymentDueAt,
    reminderMs: context.config.windows.reminderMs,
  });
  await armJob(context, tx, remindJob, pledge.id, remindAt);
  if (!first) return;
  await context.facts.tell(tx, 'pledge.payment_due', {
    pledgeId: pledge.id,
    poolId: pledge.poolId,
    userId: pledge.fanId,
    reminder: 0,
  });
}
