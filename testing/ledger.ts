import { randomUUID } from 'node:crypto';
import type { Platform } from '#server/platform/platform.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { transparencyInvariants } from '#server/transparency/check-transparency.ts';

/** The violated invariants of the hash chain and the roots, with their rows. */
export async function chainFindings(context: Platform): Promise<Record<string, unknown[]>> {
  const findings = await checkInvariants(context.db.sql, transparencyInvariants(context));
  return Object.fromEntries(findings.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => [name, rows]));
}

/** Writes balanced journals as another program would: by SQL alone. */
export async function writeJournals(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    const ids = await tx<{ id: number }[]>`
      insert into ledger_journals (kind, cause)
      select 'correction', ${randomUUID()} || n from generate_series(1, ${count}::int) n returning id`;
    const entries = ids.flatMap(({ id }) => [
      { journalId: id, account: 'bank', amountCents: 5 },
      { journalId: id, account: 'bank', amountCents: -5 },
    ]);
    await tx`insert into ledger_entries ${tx(entries)}`;
  });
}

/** Runs a statement that the append-only triggers refuse, as an intruder with the rights of the database's owner would. */
export async function tamperWith(sql: Sql, table: string, statement: string): Promise<void> {
  await sql.unsafe(`alter table ${table} disable trigger user`);
  await sql.unsafe(statement);
  await sql.unsafe(`alter table ${table} enable trigger user`);
}
