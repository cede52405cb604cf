import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Takes an advisory lock until the transaction ends. False while another request holds this key. */
export async function tryLockKey(tx: Tx, key: string): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0)) as locked`;
  return row?.locked ?? false;
}

export async function findAnswer(
  sql: Connection,
  key: string,
): Promise<{ requestHash: string; response: unknown } | undefined> {
  const [row] = await sql<{ requestHash: string; response: unknown }[]>`
    select request_hash, response from sandbox.idempotency where key = ${key}`;
  return row;
}

export async function storeAnswer(
  tx: Tx,
  key: string,
  requestHash: string,
  response: Parameters<Tx['json']>[0],
): Promise<void> {
  await tx`
    insert into sandbox.idempotency (key, request_hash, response) values (${key}, ${requestHash}, ${tx.json(response)})`;
}
