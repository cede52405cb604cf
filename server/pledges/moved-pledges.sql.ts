import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface MovedPledge {
  id: string;
  fanId: string;
  amountCents: number;
  refundedCents: number;
  fromStatus: PledgeStatus;
  status: PledgeStatus;
}

export interface PledgesOfPool {
  poolId: string;
  exceptFanId?: string | null;
  onlyFanId?: string | null;
}

/**
 * Changes the status of every pledge of a pool that has one of the `from` statuses. Leaves out a pledge with a lost dispute unless the pool
 * holds the rest of its payment, and the pledge of `exceptFanId`; with
 * `onlyFanId`, everyone else's. The caller has locked the pool.
 */
export async function movePledgesOfPool(
  tx: Tx,
  { poolId, exceptFanId = null, onlyFanId = null }: PledgesOfPool,
  moves: { from: PledgeStatus; to: PledgeStatus }[],
): Promise<MovedPledge[]> {
  return tx<MovedPledge[]>`
    update pledges p set
      status = m.to_status,
      ended_at = case when m.to_status in ('released', 'dropped') then clock_timestamp() end
    from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) as m (from_status, to_status)
    where p.pool_id = ${poolId} and p.status = m.from_status and p.fan_id is distinct from ${exceptFanId}
      and p.fan_id = coalesce(${onlyFanId}, p.fan_id)
      and (p.status <> 'dispute_lost' or exists (
        select from payments y
        where y.subject = 'pledge:' || p.id and y.status = 'succeeded' and y.claimed_by is null
          and y.refunded_cents + y.lost_cents < y.amount_cents))
    returning p.id, p.fan_id, p.amount_cents, p.refunded_cents, m.from_status, p.status`;
}

/**
 * Pledges of creators to their own live requests. They were made before this rule (issue 41), or their insert and the assignment did not see
 * each other.
 */
export async function listOwnPledges(sql: Connection): Promise<{ poolId: string; creatorId: string }[]> {
  return sql<{ poolId: string; creatorId: string }[]>`
    select p.pool_id, p.fan_id as creator_id from pools o
    left join creator_profiles c on c.id = o.creator_profile_id
    join pledges p on p.pool_id = o.id and p.fan_id in (o.assigned_creator_id, c.owner_id)
      and p.status in ('setup_pending', 'pledged', 'notified')
    where o.status in ('open', 'goal_met', 'accepted', 'collecting') order by o.id`;
}

/** The pools that name a profile and to which this person has pledged, in locking order. */
export async function listPledgedForProfile(
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<string[]> {
  const rows = await tx<{ poolId: string }[]>`
    select p.pool_id from pools o join pledges p on p.pool_id = o.id and p.fan_id = ${userId}
      and p.status in ('setup_pending', 'pledged', 'notified')
    where o.creator_profile_id = ${profileId} and o.status in ('open', 'goal_met', 'accepted', 'collecting') order by o.id`;
  return rows.map(({ poolId }) => poolId);
}

/** Whether the person is the assigned creator of the pool, or owns the profile that it names. */
export async function isOwnRequest(tx: Tx, poolId: string, userId: string): Promise<boolean> {
  const rows = await tx`
    select from pools o left join creator_profiles c on c.id = o.creator_profile_id
    where o.id = ${poolId} and ${userId} in (o.assigned_creator_id, c.owner_id)`;
  return rows.length > 0;
}
