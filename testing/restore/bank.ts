import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { Sql } from '#server/platform/postgres/db.ts';

/**
 * The tables of the sandbox processor, which stand for the bank: they survive when the platform's database is destroyed. Its idempotency
 * keys do not, because real processors forget them after a day.
 */
export type Bank = Map<string, Buffer>;

async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'sandbox'`;
  return rows.map(({ name }) => name);
}

export async function saveBank(sql: Sql): Promise<Bank> {
  const bank: Bank = new Map();
  for (const table of await tablesOf(sql)) {
    const rows: Readable = await sql.unsafe(`copy ${table} to stdout`).readable();
    bank.set(table, await buffer(rows));
  }
  return bank;
}

/** Replaces what a restored backup says about the processor by what the processor says itself. */
export async function putBankBack(sql: Sql, bank: Bank): Promise<void> {
  const session = await sql.reserve();
  try {
    await session`set session_replication_role = replica`;
    await session.unsafe(`truncate ${[...bank.keys()].join(', ')}`);
    for (const [table, rows] of bank) {
      if (table === 'sandbox.idempotency') continue;
      const target: Writable = await session.unsafe(`copy ${table} from stdin`).writable();
      target.end(rows);
      await finished(target);
    }
    await session`select setval(pg_get_serial_sequence('sandbox.journal', 'id'), (select coalesce(max(id), 1) from sandbox.journal))`;
    await session`reset session_replication_role`;
  } finally {
    session.release();
  }
}
