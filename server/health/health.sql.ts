import type { ListCount } from '#server/moderation/hooks.ts';
import type { Connection, Sql } from '#server/platform/postgres/db.ts';

export interface JobFacts {
  /** The seconds since a job last ended; null if none has yet. */
  idleS: number | null;
  overdue: number;
  failed: number;
}

/** False until the first process with a queue has started. */
async function hasQueue(sql: Connection): Promise<boolean> {
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('pgboss.job') is not null as there`;
  return table?.there ?? false;
}

/** Undefined before the first start. `overdue`: due for more than five minutes. `failed`: within the last day, after all attempts. */
export async function readJobFacts(sql: Sql): Promise<JobFacts | undefined> {
  if (!(await hasQueue(sql))) return undefined;
  const [row] = await sql<JobFacts[]>`
    select extract(epoch from clock_timestamp() - max(completed_on))::float8 as idle_s,
      count(*) filter (where state in ('created', 'retry') and start_after < clock_timestamp() - interval '5 minutes') as overdue,
      count(*) filter (where state = 'failed' and completed_on > clock_timestamp() - interval '1 day') as failed
    from pgboss.job`;
  return row;
}

export interface QueueFacts {
  kind: string;
  due: number;
  later: number;
  running: number;
  failed: number;
  oldestDueAt: Date | null;
  lastFailedAt: Date | null;
}

/** The jobs by kind, without those that ended well: pg-boss keeps them for three days, and reading their payloads takes long. */
export async function listQueues(sql: Connection): Promise<QueueFacts[]> {
  if (!(await hasQueue(sql))) return [];
  return sql<QueueFacts[]>`
    select data->>'kind' as kind,
      count(*) filter (where state in ('created', 'retry') and start_after <= clock_timestamp()) as due,
      count(*) filter (where state in ('created', 'retry') and start_after > clock_timestamp()) as later,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed') as failed,
      min(start_after) filter (where state in ('created', 'retry') and start_after <= clock_timestamp()) as oldest_due_at,
      max(completed_on) filter (where state = 'failed') as last_failed_at
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and data->>'kind' is not null
    group by 1
    order by failed desc, due desc, kind`;
}

/** Counts the failed jobs up to `max`. */
export async function countFailedJobs(sql: Connection, max: number): Promise<ListCount[]> {
  const [row] = (await hasQueue(sql))
    ? await sql<{ n: number }[]>`
        select count(*) as n from (
          select from pgboss.job where state = 'failed' and data->>'kind' is not null limit ${max}) failed`
    : [];
  return [{ list: 'jobs', status: 'failed', count: row?.n ?? 0 }];
}

/** The name and the start of every connection that watches this database: one for each process of a server. */
export function listWatchers(sql: Sql): Promise<{ name: string; since: Date }[]> {
  return sql<{ name: string; since: Date }[]>`
    select application_name as name, backend_start as since from pg_stat_activity
    where datname = current_database() and application_name like 'fanfare watch %'
    order by backend_start`;
}

export interface DatabaseUse {
  version: string;
  connections: number;
  maxConnections: number;
}

export async function readDatabaseUse(sql: Sql): Promise<DatabaseUse> {
  const [row] = await sql<DatabaseUse[]>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections`;
  if (!row) throw new Error('the database described nothing');
  return row;
}

interface Statement {
  query: string;
  calls: number;
  meanMs: number;
  totalMs: number;
}

/** The statements of our role on which PostgreSQL spent the most time. Undefined if it does not collect them. */
export async function listStatements(sql: Sql, limit: number): Promise<Statement[] | undefined> {
  const [extension] = await sql<{ schema: string }[]>`
    select nspname as schema from pg_extension join pg_namespace n on n.oid = extnamespace
    where extname = 'pg_stat_statements'
      and 'pg_stat_statements' = any(regexp_split_to_array(current_setting('shared_preload_libraries'), '\\s*,\\s*'))`;
  if (!extension) return undefined;
  return sql<Statement[]>`
    select query, calls, mean_exec_time as mean_ms, total_exec_time as total_ms
    from ${sql(`${extension.schema}.pg_stat_statements`)}
    where dbid = (select oid from pg_database where datname = current_database())
      and userid = (select oid from pg_roles where rolname = current_user)
      and query ~* '^\\s*(with|select|insert|update|delete|merge)\\M'
    order by total_exec_time desc limit ${limit}`;
}

export async function hasCreatorProfile(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ any: boolean }[]>`select exists (select 1 from creator_profiles) as any`;
  return row?.any ?? false;
}
