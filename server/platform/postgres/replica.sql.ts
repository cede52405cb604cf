import type { Connection } from './db.ts';

/** A place in the write-ahead log, in bytes, and the timeline on which it is. Promoting a standby begins a new timeline. */
export interface LogPosition {
  bytes: number;
  timeline: string;
}

/** Everything that has committed is before this position of the primary. Fails on a standby. */
export async function readPrimaryPosition(sql: Connection): Promise<LogPosition> {
  const [row] = await sql<LogPosition[]>`
    select (pg_current_wal_flush_lsn() - '0/0')::bigint as bytes, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`;
  if (!row) throw new Error('the database named no position');
  return row;
}

/** The position up to which reads on the standby see everything. */
export async function readReplayPosition(sql: Connection): Promise<number> {
  const [row] = await sql<{ bytes: number | null }[]>`select (pg_last_wal_replay_lsn() - '0/0')::bigint as bytes`;
  return row?.bytes ?? 0;
}

/** The number that `initdb` gave to a database server, which its copies keep. */
export async function readSystem(sql: Connection): Promise<string> {
  const [row] = await sql<{ system: string }[]>`select system_identifier::text as system from pg_control_system()`;
  return row?.system ?? '';
}

/** The timeline that a standby follows, as its control file knows it. */
export async function readFollowedTimeline(sql: Connection): Promise<string> {
  const [row] = await sql<{ timeline: string }[]>`
    select upper(lpad(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline)), 8, '0')) as timeline
    from pg_control_checkpoint() c, pg_control_recovery() r`;
  return row?.timeline ?? '';
}
