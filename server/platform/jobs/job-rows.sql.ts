import type { Sql } from '#server/platform/postgres/db.ts';

/** The columns of the job queue that PostgreSQL does not compute; none before the first start. */
export async function listJobColumns(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'job' and is_generated = 'NEVER'
    order by ordinal_position`;
  return rows.map(({ name }) => name);
}

export async function countJobs(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from pgboss.job`;
  return row?.count ?? 0;
}
