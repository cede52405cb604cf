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
  /** The page on which the claimant's code was found; null for a claim by message. */
  page: string | null;
  /** A code gave the profile to the claimant before the review. */
  handedOver: boolean;
}

export async function findCreatorClaim(sql: Connection, id: string): Promise<CreatorClaimRow | undefined> {
  const [row] = await sql<CreatorClaimRow[]>`
    select id, user_id, creator_username, status, reason, profile_id is not null as exists, page,
      handed_over_at is not null as handed_over
    from creator_claims where id = ${id}`;
  return row;
}

export interface VerifiedOwner {
  username: string;
  /** The page on which their code was found; null if they proved it in another way. */
  page: string | null;
}

/** The assigned creator of a pool, and the page with which they claimed the profile that it names. */
export async function findVerifiedOwner(sql: Connection, poolId: string): Promise<VerifiedOwner | undefined> {
  const [row] = await sql<VerifiedOwner[]>`
    select u.username, x.page
    from pools p join users u on u.id = p.assigned_creator_id
    left join lateral (
      select page from creator_claims where profile_id = p.creator_profile_id and user_id = u.id and status = 'approved'
      order by decided_at desc limit 1) x on true
    where p.id = ${poolId}`;
  return row;
}

export interface PayoutRow {
  id: string;
  userId: string;
  amountCents: number;
  attempt: number;
  /** Null if the payout belongs to no pool. */
  poolId: string | null;
}

export async function findPayout(sql: Connection, payoutId: string): Promise<PayoutRow | undefined> {
  const [row] = await sql<PayoutRow[]>`
    select o.id, o.user_id, o.amount_cents, o.attempt, p.id as pool_id
    from payouts o left join pools p on o.subject like 'pool:%' and p.id::text = split_part(o.subject, ':', 2)
    where o.id = ${payoutId}`;
  return row;
}
