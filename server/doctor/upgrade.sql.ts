import type { Connection, Sql } from '#server/platform/postgres/db.ts';

export interface TableSize {
  name: string;
  /** PostgreSQL's estimate. */
  rows: number;
  bytes: number;
}

/** The sizes of these tables with their indexes, largest first. Names that are no table yet are left out. */
export async function listTableSizes(sql: Sql, names: readonly string[]): Promise<TableSize[]> {
  return sql<TableSize[]>`
    select asked.name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
    from unnest(${[...names]}::text[]) asked (name) join pg_class c on c.oid = to_regclass(asked.name) and c.relkind in ('r', 'p')
    order by bytes desc, name`;
}

export async function readLastMigration(sql: Sql): Promise<{ name: string; at: Date } | undefined> {
  if (!(await hasTable(sql, 'schema_migrations'))) return undefined;
  const [row] = await sql<{ name: string; at: Date }[]>`
    select name, applied_at as at from schema_migrations order by name desc limit 1`;
  return row;
}

export async function hasTable(sql: Connection, name: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass(${name}) is not null as there`;
  return row?.there ?? false;
}
