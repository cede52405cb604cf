import type { Connection } from '#server/platform/postgres/db.ts';

/** The pledge that a request key stored, with the terms that were asked for under this key. Null: a request of an older version. */
export interface StoredRequest {
  id: string;
  poolId: string;
  requestCents: number;
  requestAnonymous: boolean | null;
}

/** The pledge that a request key created or restarted. */
export async function findRequest(
  sql: Connection,
  fanId: string,
  requestKey: string,
): Promise<StoredRequest | undefined> {
  const [row] = await sql<StoredRequest[]>`
    select p.id, p.pool_id, p.request_cents, p.request_anonymous from pledges p where p.fan_id = ${fanId} and p.request_key = ${requestKey}
    union all
    select p.id, p.pool_id, r.request_cents, r.request_anonymous from pledge_restarts r join pledges p on p.id = r.pledge_id
    where r.fan_id = ${fanId} and r.request_key = ${requestKey}`;
  return row;
}
