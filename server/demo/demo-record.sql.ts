import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The id of the advisory lock of the process that fills the demo. PostgreSQL releases it when the connection ends. */
const lockId = 7_203_114;

/** Waits as long as another process fills the demo, which can take longer than a statement of the server may run. */
export async function acquireDemoLock(session: Connection): Promise<void> {
  await session`set statement_timeout = 0`;
  await session`select pg_advisory_lock(${lockId})`;
}

/** Returns whether filling the demo has started or finished in this database, or undefined if it never started. */
export async function readRecord(sql: Connection): Promise<'begun' | 'finished' | undefined> {
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('demo.seed') is not null as there`;
  if (!table?.there) return undefined;
  const [row] = await sql<{ finished: boolean }[]>`select finished_at is not null as finished from demo.seed`;
  return row && (row.finished ? 'finished' : 'begun');
}

/** Records the start in a separate schema, which installations without demo data do not have. */
export async function recordBegin(tx: Tx): Promise<void> {
  await tx`create schema if not exists demo`;
  await tx`
    create table if not exists demo.seed (
      only_one boolean primary key default true check (only_one), begun_at timestamptz not null default now(), finished_at timestamptz)`;
  await tx`insert into demo.seed default values on conflict do nothing`;
}

export async function recordFinish(sql: Connection): Promise<void> {
  await sql`update demo.seed set finished_at = now()`;
}

export async function hasPeople(sql: Connection): Promise<boolean> {
  return (await sql`select 1 from users limit 1`).length > 0;
}

/** Returns whether an account exists that the demo did not create. */
export async function hasOthers(sql: Connection, demoMailDomain: string): Promise<boolean> {
  return (
    (await sql`select 1 from users where right(email, ${demoMailDomain.length}) <> ${demoMailDomain} limit 1`).length >
    0
  );
}

export async function listPictures(sql: Connection): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from images`;
  return rows.map(({ key }) => key);
}

/**
 * Empties every table except the installation's secrets and the record of migrations. Disables triggers to empty the append-only
 * ledger too: its journals belong to an incomplete demo.
 */
export async function emptyEverything(tx: Tx): Promise<void> {
  const tables = await tx<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox') and tablename not in ('schema_migrations', 'schema_routines', 'installation_secrets')`;
  const names = tables.map(({ name }) => name);
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`);
  await tx.unsafe(`truncate ${names.join(', ')} restart identity`);
  for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`);
  // Restores the rows that migrations insert.
  await tx`insert into chat_rooms (kind) values ('global')`;
  await tx`insert into chat_settings default values`;
  await tx`insert into audit_head default values`;
  await tx`insert into operator_details default values`;
  const [jobs] = await tx<{ there: boolean }[]>`select to_regclass('pgboss.job') is not null as there`;
  if (jobs?.there) await tx`delete from pgboss.job`;
}
