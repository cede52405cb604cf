import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The reminder interval in seconds, at least one. */
const seconds = (reminderMs: number) => Math.max(reminderMs, 1000) / 1000;

/**
 * Stores until when the pledge is due, and its next reminder: a whole number of intervals after the first notice, by the database's
 * clock. Returns the reminder; null if none comes before the end.
 */
export async function setReminder(
  tx: Tx,
  id: string,
  { dueAt, reminderMs }: { dueAt: Date | null; reminderMs: number },
): Promise<Date | null> {
  const every = seconds(reminderMs);
  const [row] = await tx<{ remindAt: Date; dueAt: Date | null }[]>`
    update pledges set
      due_at = ${dueAt},
      remind_at = notified_at + make_interval(secs => ${every}::float8
        * (floor(extract(epoch from clock_timestamp() - notified_at)::float8 / ${every}::float8) + 1))
    where id = ${id}
    returning remind_at, due_at`;
  if (!row) return null;
  return row.dueAt && row.remindAt < row.dueAt ? row.remindAt : null;
}

/** The number of the reminder that is due now, from 1; undefined if none is due. */
export async function dueReminder(tx: Tx, id: string, reminderMs: number): Promise<number | undefined> {
  const [row] = await tx<{ reminder: number }[]>`
    select round(extract(epoch from remind_at - notified_at)::float8 / ${seconds(reminderMs)}::float8)::int as reminder from pledges
    where id = ${id} and remind_at <= clock_timestamp() and due_at > clock_timestamp()`;
  return row?.reminder;
}

/** Hides the notice until the next reminder, or until the payment window ends. */
export async function dismissUntilReminder(tx: Tx, id: string): Promise<void> {
  await tx`update pledges set dismissed_until = least(remind_at, due_at) where id = ${id}`;
}

/** After a freeze: moves every deadline of the pool's pledges by `byMs`. */
export async function shiftPledgeClocks(tx: Tx, poolId: string, byMs: number): Promise<void> {
  const by = tx`make_interval(secs => ${byMs / 1000}::float8)`;
  await tx`
    update pledges set
      due_at = due_at + ${by}, notified_at = notified_at + ${by}, remind_at = remind_at + ${by},
      dismissed_until = dismissed_until + ${by}, setup_due_at = setup_due_at + ${by}
    where pool_id = ${poolId} and status in ('setup_pending', 'charging', 'notified')`;
}

export interface WaitingPledge {
  id: string;
  status: PledgeStatus;
  remindAt: Date | null;
  dueAt: Date | null;
  setupDueAt: Date | null;
  cardId: string | null;
}

/** Pledges whose jobs must be scheduled again. */
export async function listWaiting(sql: Connection, poolId: string): Promise<WaitingPledge[]> {
  return sql<WaitingPledge[]>`
    select id, status, remind_at, due_at, setup_due_at, card_id from pledges
    where pool_id = ${poolId} and status in ('setup_pending', 'charging', 'notified')`;
}

/** The server retries a softly declined card this part of the payment window before its end: 12 hours if it has 7 days. */
const retryBeforeEnd = 1 / 14;

/** When the server retries a softly declined card. Null if that time has passed. */
export async function cardRetryAt(sql: Connection, id: string, paymentMs: number): Promise<Date | null> {
  const seconds = (paymentMs * retryBeforeEnd) / 1000;
  const [row] = await sql<{ at: Date }[]>`
    select due_at - make_interval(secs => ${seconds}::float8) as at from pledges
    where id = ${id} and due_at - make_interval(secs => ${seconds}::float8) > clock_timestamp()`;
  return row?.at ?? null;
}

export async function isSetupOver(sql: Connection, id: string): Promise<boolean> {
  const rows = await sql`select 1 from pledges where id = ${id} and setup_due_at <= clock_timestamp()`;
  return rows.length > 0;
}
