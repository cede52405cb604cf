import type { Connection } from '#server/platform/postgres/db.ts';

/** The first insert wins, so that all nodes share one secret. */
export async function insertSecret(sql: Connection, name: string, value: string): Promise<void> {
  await sql`insert into installation_secrets (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
}

export async function findSecret(sql: Connection, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = ${name}`;
  return row?.value;
}
