import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { isWaitingForAccount } from '#server/pools/pool-state.ts';

export const poolDeadlineJob: JobKind<{ poolId: string }> = { kind: 'pool.clock', queue: 'clock' };
export const responseReminder: JobKind<Reminder> = { kind: 'pool.response_reminder', queue: 'clock' };

export interface Reminder {
  poolId: string;
  step: 'half' | 'last';
  /** The deadline of this reminder. A reminder for an older deadline has no effect. */
  responseDueAt: string;
}

/** A deadline further away than this gets no job yet. A sweep, which looks this far ahead each minute, queues it in time. */
export const armedAheadMs = 2 * 60_000;
const lastDayMs = 24 * 60 * 60_000;

/** Queues a job for the pool's next deadline. */
export async function scheduleDeadlineJob(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: Pick<PoolRow, 'id' | 'frozen' | 'clockAt'>,
  now: Date,
): Promise<void> {
  if (pool.frozen || !pool.clockAt || pool.clockAt.getTime() - now.getTime() > armedAheadMs) return;
  await context.jobs.enqueue(
    tx,
    poolDeadlineJob,
    { poolId: pool.id },
    { startAt: pool.clockAt, singletonKey: pool.id },
  );
}

type Awaited = Pick<
  PoolRow,
  'id' | 'status' | 'assignedCreatorId' | 'responseDueAt' | 'accountDueAt' | 'accountPausedAt'
>;

/** The end of the window in which the pool waits for its creator: for an answer, or for a payout account. Null if it waits for neither. */
export const answerDueAt = (pool: Omit<Awaited, 'id' | 'assignedCreatorId'>): Date | null =>
  isWaitingForAccount(pool) ? pool.accountDueAt : pool.responseDueAt;

/** Queues reminders for an assigned creator at half of the window and a day before its end. */
export async function scheduleCreatorReminders(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: Awaited,
  now: Date,
): Promise<void> {
  const dueAt = answerDueAt(pool);
  if (!pool.assignedCreatorId || !dueAt) return;
  const dueMs = dueAt.getTime();
  const halfMs = dueMs - context.config.windows.responseMs / 2;
  const lastMs = dueMs - lastDayMs;
  const responseDueAt = dueAt.toISOString();
  const arm = async (step: Reminder['step'], atMs: number) => {
    if (atMs <= now.getTime()) return;
    const reminder: Reminder = { poolId: pool.id, step, responseDueAt };
    await context.jobs.enqueue(tx, responseReminder, reminder, {
      startAt: new Date(atMs),
      singletonKey: `${pool.id}:${step}:${responseDueAt}`,
    });
  };
  await arm('half', halfMs);
  if (lastMs > halfMs) await arm('last', lastMs);
}
