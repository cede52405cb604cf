import type { Connection } from '#server/platform/postgres/db.ts';

export async function findApplication(
  sql: Connection,
  id: string,
): Promise<{ id: string; userId: string; fullName: string; status: string; reason: string | null } | undefined> {
  const [row] = await sql<{ id: string; userId: string; fullName: string; status: string; reason: string | null }[]>`
    select id, user_id, full_name, status, reason from creator_applications where id = ${id}`;
  return row;
}

export async function findObjection(
  sql: Connection,
  id: string,
): Promise<
  { id: string; poolId: string; fanId: string; reason: string; status: string; answer: string | null } | undefined
> {
  const [row] = await sql<
    { id: string; poolId: string; fanId: string; reason: string; status: string; answer: string | null }[]
  >`select id, pool_id, fan_id, reason, status, answer from objections where id = ${id}`;
  return row;
}

export interface PoolClaimRow {
  id: string;
  poolId: string;
  userId: string;
  status: string;
  reason: string | null;
}

export async function findPoolClaim(sql: Connection, id: string): Promise<PoolClaimRow | undefined> {
  const [row] = await sql<
    PoolClaimRow[]
  >`select id, pool_id, user_id, status, reason from pool_claims where id = ${id}`;
  return row;
}

export interface CreatorClaimRow {
  id: string;
  userId: string;
  creatorUsername: string;
  status: string;
  reason: string | null;
  /** False if the profile was deleted. */
  exists: boolean;
}

export async function findCreatorClaim(sql: Connection, id: string): Promise<CreatorClaimRow | undefined> {
  const [row] = await sql<CreatorClaimRow[]>`
    select id, user_id, creator_username, status, reason, profile_id is not null as exists
    from creator_claims where id = ${id}`;
  return row;
}

export async function findPayout(
  sql: Connection,
  payoutId: string,
): Promise<{ id: string; userId: string; amountCents: number; attempt: number } | undefined> {
  const [row] = await sql<{ id: string; userId: string; amountCents: number; attempt: number }[]>`
    select id, user_id, amount_cents, attempt from payouts where id = ${payoutId}`;
  return row;
}
