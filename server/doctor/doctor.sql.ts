import { type Sql, sessionSettings } from '#server/platform/postgres/db.ts';

export interface DatabaseFacts {
  now: Date;
  version: number;
  mayCreate: boolean;
  isSuperuser: boolean;
  maxConnections: number;
  /** Settings that can lose acknowledged writes when they are off. */
  losing: string[];
  /** Settings that the connections of this process ask for and do not have. */
  unset: string[];
}

/** `version` is PostgreSQL's number, such as 160004. */
export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const [row] = await sql<DatabaseFacts[]>`
    select clock_timestamp() as now, current_setting('server_version_num')::int as version,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      current_setting('max_connections')::int as max_connections,
      (select coalesce(array_agg(name order by name), '{}') from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as losing,
      (select coalesce(array_agg(name order by name), '{}') from pg_settings
        where ${sql.json(sessionSettings)} ->> lower(name) <> regexp_replace(setting, '^Etc/', '')) as unset`;
  if (!row) throw new Error('the database described nothing');
  return row;
}

export async function ping(sql: Sql): Promise<void> {
  await sql`select 1`;
}

export async function countAccountsUnder(sql: Sql, mailDomain: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from users where right(email, ${mailDomain.length}) = ${mailDomain} and deleted_at is null`;
  return row?.count ?? 0;
}

export async function hasPushKeys(sql: Sql): Promise<boolean> {
  return (await sql`select 1 from installation_secrets where name = 'vapid' and value like '%.%'`).length > 0;
}

/** The live pledges and the money held that use test cards. */
export async function countSandboxLeftovers(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from pledges p join cards c on c.id = p.card_id
        where c.processor = 'sandbox' and p.status in ('setup_pending', 'pledged', 'charging', 'notified'))
      + (select count(*) from payments where processor = 'sandbox' and status = 'succeeded' and refunded_cents < amount_cents) as count`;
  return row?.count ?? 0;
}
