import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface UnmatchedMovement {
  processor: string;
  reference: string;
  amountCents: number;
  foundAt: Date;
  refundedAt: Date | null;
}

/** False if it is known already. */
export async function insertUnmatched(
  tx: Tx,
  movement: Pick<UnmatchedMovement, 'processor' | 'reference' | 'amountCents'>,
): Promise<boolean> {
  const rows = await tx`
    insert into unmatched_movements ${tx({ ...movement })} on conflict (processor, reference) do nothing returning 1`;
  return rows.length > 0;
}

/** Marks a movement as matched. Returns its amount in cents, or undefined if there is none. */
export async function markMatched(tx: Tx, reference: string): Promise<number | undefined> {
  const [row] = await tx<{ amountCents: number }[]>`
    update unmatched_movements set matched_at = clock_timestamp()
    where reference = ${reference} and matched_at is null returning amount_cents`;
  return row?.amountCents;
}

export async function markUnmatchedRefunded(sql: Connection, processor: string, reference: string): Promise<void> {
  await sql`
    update unmatched_movements set refunded_at = coalesce(refunded_at, clock_timestamp())
    where processor = ${processor} and reference = ${reference} and matched_at is null`;
}

export async function findUnmatched(sql: Connection, reference: string): Promise<UnmatchedMovement | undefined> {
  const [row] = await sql<UnmatchedMovement[]>`
    select processor, reference, amount_cents, found_at, refunded_at from unmatched_movements
    where reference = ${reference} and matched_at is null`;
  return row;
}

/** Oldest first. */
export async function listUnmatched(sql: Connection): Promise<UnmatchedMovement[]> {
  return sql<UnmatchedMovement[]>`
    select processor, reference, amount_cents, found_at, refunded_at from unmatched_movements
    where matched_at is null order by found_at, reference`;
}

export async function recordRestore(tx: Tx, { backupId, takenAt }: { backupId: string; takenAt: Date }): Promise<void> {
  await tx`insert into restores (backup_id, taken_at) values (${backupId}, ${takenAt})`;
}

/** Whether a restore has ended within this time. */
export async function isRecentlyRestored(sql: Connection, withinMs: number): Promise<boolean> {
  const rows = await sql`
    select 1 from restores where finished_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000}) limit 1`;
  return rows.length > 0;
}
