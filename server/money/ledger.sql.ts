import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Undefined if this cause was already posted. */
export async function insertJournal(
  tx: Tx,
  { kind, cause, subject }: { kind: string; cause: string; subject: string | null },
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into ledger_journals (kind, cause, subject) values (${kind}, ${cause}, ${subject})
    on conflict (cause) do nothing returning id`;
  return row?.id;
}

export async function insertEntries(
  tx: Tx,
  journalId: number,
  entries: readonly { account: string; amountCents: number }[],
): Promise<void> {
  const rows = entries.map(({ account, amountCents }) => ({ journalId, account, amountCents }));
  await tx`insert into ledger_entries ${tx(rows)}`;
}

export async function sumOfAccount(sql: Connection, account: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as total from ledger_entries where account = ${account}`;
  return row?.total ?? 0;
}

export async function isPosted(sql: Connection, cause: string): Promise<boolean> {
  const rows = await sql`select 1 from ledger_journals where cause = ${cause}`;
  return rows.length > 0;
}

/** The causes of one reference differ in these endings. The fee of a dispute can change, so its journals are numbered. */
const endings = ['', ':cost', ':settled', ':returned', ...Array.from({ length: 9 }, (_, n) => `:cost:${n + 1}`)];

/** The causes of the journals that may move a reference's money on our clearing account. */
const causesOf = (reference: string) => [
  ...endings.map((ending) => reference + ending),
  `unmatched:${reference}`,
  `unmatched:${reference}:settled`,
  `unmatched:${reference}:matched`,
];

/** The sum on our clearing account for each of these references, and the part of it that was booked since a time, in cents. */
export async function clearingByReference(
  sql: Connection,
  references: readonly string[],
  since: Date,
): Promise<{ reference: string; amountCents: number; sinceCents: number }[]> {
  const causes = references.flatMap(causesOf);
  return sql<{ reference: string; amountCents: number; sinceCents: number }[]>`
    select regexp_replace(j.cause, '^unmatched:|:(cost|settled|returned|matched)(:[1-9])?$', '', 'g') as reference,
      sum(e.amount_cents)::bigint as amount_cents,
      coalesce(sum(e.amount_cents) filter (where j.created_at >= ${since}), 0)::bigint as since_cents
    from ledger_journals j join ledger_entries e on e.journal_id = j.id and e.account = 'clearing'
    where j.cause = any(${causes}::text[])
    group by 1`;
}

/** The account that each part of a release went to, in cents; empty if the cause was not posted. */
export async function listEntries(sql: Connection, cause: string): Promise<{ account: string; amountCents: number }[]> {
  return sql<{ account: string; amountCents: number }[]>`
    select e.account, e.amount_cents from ledger_journals j join ledger_entries e on e.journal_id = j.id
    where j.cause = ${cause}`;
}
