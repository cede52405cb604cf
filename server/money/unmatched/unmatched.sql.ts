import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface UnmatchedMovement {
  processor: string;
  reference: string;
  amountCents: number;
  foundAt: Date;
  refundedAt: Date | null;
}

/**
 * Waits until settlements and starts of attempts in progress are committed, and holds later ones back until the caller commits. Without
 * it, a settlement could miss the movement that the caller inserts, and both would book it; or an attempt could take a charge that the
 * caller refunds.
 */
export async function lockUnmatched(tx: Tx): Promise<void> {
  await tx`lock table unmatched_movements in exclusive mode`;
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

/** Adds to an open movement, and closes it if nothing is left of it. False if it is not open. */
export async function changeUnmatched(
  tx: Tx,
  { processor, reference, amountCents }: Pick<UnmatchedMovement, 'processor' | 'reference' | 'amountCents'>,
): Promise<boolean> {
  const rows = await tx`
    update unmatched_movements set
      amount_cents = case when amount_cents + ${amountCents}::bigint = 0 then amount_cents else amount_cents + ${amountCents}::bigint end,
      matched_at = case when amount_cents + ${amountCents}::bigint = 0 then clock_timestamp() end
    where processor = ${processor} and reference = ${reference} and matched_at is null and refunded_at is null
    returning 1`;
  return rows.length > 0;
}

/** Marks a movement as matched. Returns its amount in cents, or undefined if there is none. */
export async function markMatched(tx: Tx, reference: string): Promise<number | undefined> {
  const [row] = await tx<{ amountCents: number }[]>`
    update unmatched_movements set matched_at = clock_timestamp()
    where reference = ${reference} and matched_at is null returning amount_cents`;
  return row?.amountCents;
}

/** False if the movement is matched, or if an attempt has its reference and will match it. The caller holds `lockUnmatched`. */
export async function markUnmatchedRefunded(tx: Tx, processor: string, reference: string): Promise<boolean> {
  const rows = await tx`
    update unmatched_movements m set refunded_at = coalesce(refunded_at, clock_timestamp())
    where processor = ${processor} and reference = ${reference} and matched_at is null
      and not exists (select from payments p where p.idempotency_key = m.reference)
    returning 1`;
  return rows.length > 0;
}

/** After a refund that the processor refused: an attempt may take the charge again. */
export async function clearUnmatchedRefunded(sql: Connection, processor: string, reference: string): Promise<void> {
  await sql`
    update unmatched_movements set refunded_at = null
    where processor = ${processor} and reference = ${reference} and matched_at is null`;
}

export async function findUnmatched(sql: Connection, reference: string): Promise<UnmatchedMovement | undefined> {
  const [row] = await sql<UnmatchedMovement[]>`
    select processor, reference, amount_cents, found_at, refunded_at from unmatched_movements
    where reference = ${reference} and matched_at is null`;
  return row;
}

/** For a transaction that stores an attempt under this reference: until it commits, `lockUnmatched` waits, so the movement is not refunded. */
export async function holdUnmatched(tx: Tx, reference: string): Promise<UnmatchedMovement | undefined> {
  const [row] = await tx<UnmatchedMovement[]>`
    select processor, reference, amount_cents, found_at, refunded_at from unmatched_movements
    where reference = ${reference} and matched_at is null for share`;
  return row;
}

/** The references of open movements of one kind that were not refunded, an admin's refunds (with longer references) before those of the rest. */
export async function listUnmatchedOf(
  sql: Connection,
  processor: string,
  kind: 'payment' | 'refund',
): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select reference from unmatched_movements
    where matched_at is null and refunded_at is null and processor = ${processor} and reference like ${`${kind}:%`}
    order by length(reference) desc, reference`;
  return rows.map(({ reference }) => reference);
}

/** Oldest first. */
export async function listUnmatched(sql: Connection): Promise<UnmatchedMovement[]> {
  return sql<UnmatchedMovement[]>`
    select processor, reference, amount_cents, found_at, refunded_at from unmatched_movements
    where matched_at is null order by found_at, reference`;
}

export interface EndedSubject {
  subject: string;
  userId: string;
  heldAccount: string;
  description: string;
  /** The number of the last attempt. */
  attempt: number;
}

/** The subjects whose attempts all failed, with their last one. */
export async function listEndedSubjects(sql: Connection): Promise<EndedSubject[]> {
  return sql<EndedSubject[]>`
    select distinct on (subject) subject, user_id, held_account, description, attempt from payments p
    where status = 'failed' and not exists (
      select 1 from payments o where o.subject = p.subject and o.status in ('created', 'processing', 'succeeded'))
    order by subject, attempt desc`;
}

/** A payment that a restore has lost takes the amount that was charged, because the fan changed the pledge after the backup. */
export async function takeChargedAmount(tx: Tx, id: string, amountCents: number): Promise<void> {
  await tx`
    update payments set amount_cents = ${amountCents} where id = ${id} and status in ('created', 'processing', 'failed')`;
}

export async function recordRestore(tx: Tx, { backupId, takenAt }: { backupId: string; takenAt: Date }): Promise<void> {
  await tx`insert into restores (backup_id, taken_at) values (${backupId}, ${takenAt})`;
}

/** When the oldest backup was made whose restore has ended within this time. */
export async function findRecentRestore(sql: Connection, withinMs: number): Promise<Date | undefined> {
  const [row] = await sql<{ takenAt: Date | null }[]>`
    select min(taken_at) as taken_at from restores
    where finished_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})`;
  return row?.takenAt ?? undefined;
}
