import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Nobody is reminded more often than once a second, whatever is configured. */
const seconds = (reminderMs: number) => Math.max(reminderMs, 1000) / 1000;

/**
 * Until when the pledge is due, and its next reminder: the next whole number of intervals after it was first notified. Both by the
 * database's clock. Null where no reminder comes before the end.
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

/** Which reminder this is, counted from 1, when it is time for one; nothing otherwise. */
export async function dueReminder(tx: Tx, id: string, reminderMs: number): Promise<number | undefined> {
  const [row] = await tx<{ reminder: number }[]>`
    select round(extract(epoch from remind_at - notified_at)::float8 / ${seconds(reminderMs)}::float8)::int as reminder from pledges
    where id = ${id} and remind_at <= clock_timestamp() and due_at > clock_timestamp()`;
  return row?.reminder;
}

/** Hides the notice until the next reminder, or until the end where none comes. */
export async function dismissUntilReminder(tx: Tx, id: string): Promise<void> {
  await tx`update pledges set dismissed_until = least(remind_at, due_at) where id = ${id}`;
}

/** After a freeze: everything a pool's pledges wait for comes later by as much. */
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

/** Pledges whose clocks have to be armed again. */
export async function listWaiting(sql: Connection, poolId: string): Promise<WaitingPledge[]> {
  return sql<WaitingPledge[]>`
    select id, status, remind_at, due_at, setup_due_at, card_id from pledges
    where pool_id = ${poolId} and status in ('setup_pending', 'charging', 'notified')`;
}

/** When a soft decline is tried once more by itself: in the last fourteenth of the window (12 hours of 7 days). Null once that began. */
export async function lastTryAt(sql: Connection, id: string, paymentMs: number): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`
    select due_at - make_interval(secs => ${paymentMs / 14_000}::float8) as at from pledges
    where id = ${id} and due_at - make_interval(secs => ${paymentMs / 14_000}::float8) > clock_timestamp()`;
  return row?.at ?? null;
}

export async function isSetupOver(sql: Connection, id: string): Promise<boolean> {
  const rows = await sql`select 1 from pledges where id = ${id} and setup_due_at <= clock_timestamp()`;
  return rows.length > 0;
}
