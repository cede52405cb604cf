import type { Connection } from '#server/platform/postgres/db.ts';

/** The first insert wins, so that all nodes share one secret. */
export async function insertSecret(sql: Connection, name: string, value: string): Promise<void> {
  await sql`insert into installation_secrets (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
}

export async function findSecret(sql: Connection, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = ${name}`;
  return row?.value;
}

/** False if the value is no longer `before`. */
export async function replaceSecret(
  sql: Connection,
  { name, before, value }: { name: string; before: string; value: string },
): Promise<boolean> {
  const rows = await sql`
    update installation_secrets set value = ${value} where name = ${name} and value = ${before} returning name`;
  return rows.length > 0;
}
