import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The first insert wins, so that all nodes share one secret. */
export async function insertSecret(sql: Connection, name: string, value: string): Promise<void> {
  await sql`insert into installation_secrets (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
}

export async function findSecret(sql: Connection, name: string): Promise<string | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from installation_secrets where name = ${name}`;
  return row?.value;
}

/** Throws if there is no such secret. */
export async function lockSecret(tx: Tx, name: string, mode: 'use' | 'change'): Promise<string> {
  const [row] = await tx<{ value: string }[]>`
    select value from installation_secrets where name = ${name} ${mode === 'use' ? tx`for share` : tx`for update`}`;
  if (!row) throw new Error(`there is no secret ${name}`);
  return row.value;
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
