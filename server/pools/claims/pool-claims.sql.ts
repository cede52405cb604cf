import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface PoolClaimRow {
  id: string;
  poolId: string;
  userId: string;
  status: 'pending' | 'approved' | 'rejected';
}

/** The profile of an active creator; null if they have none or are suspended. */
export async function findWorkingProfile(sql: Connection, userId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select c.id from creator_profiles c join users u on u.id = c.owner_id
    where c.owner_id = ${userId} and c.status = 'verified' and u.suspended_at is null`;
  return row?.id ?? null;
}

export async function isSuspended(sql: Connection, userId: string): Promise<boolean> {
  return (await sql`select 1 from users where id = ${userId} and suspended_at is not null`).length > 0;
}

/** The new claim's id; undefined if this person already has an open claim for the pool. */
export async function insertPoolClaim(
  tx: Tx,
  claim: { poolId: string; userId: string; message: string; proofUrl: string },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into pool_claims (pool_id, user_id, message, proof_url)
    values (${claim.poolId}, ${claim.userId}, ${claim.message}, ${claim.proofUrl})
    on conflict (pool_id, user_id) where status = 'pending' do nothing
    returning id`;
  return row?.id;
}

export async function findPoolClaim(sql: Connection, id: string): Promise<PoolClaimRow | undefined> {
  const [row] = await sql<PoolClaimRow[]>`select id, pool_id, user_id, status from pool_claims where id = ${id}`;
  return row;
}

/** Decides one claim, or all open claims to a pool. Returns the claims it decided. */
export async function settlePoolClaims(
  tx: Tx,
  which: { id: string } | { poolId: string },
  decision: { status: 'approved' | 'rejected'; reason: string | null; adminId: string | null },
): Promise<PoolClaimRow[]> {
  const { status, reason, adminId } = decision;
  return tx<PoolClaimRow[]>`
    update pool_claims set status = ${status}, reason = ${reason}, decided_by = ${adminId}, decided_at = clock_timestamp()
    where ${'id' in which ? tx`id = ${which.id}` : tx`pool_id = ${which.poolId}`} and status = 'pending'
    returning id, pool_id, user_id, status`;
}
