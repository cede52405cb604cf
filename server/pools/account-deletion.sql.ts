import type { Tx } from '#server/platform/postgres/db.ts';

/** Pools that go on and that this person started or has to answer, in locking order. */
export async function listLivePoolsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pools
    where (assigned_creator_id = ${userId}
        and status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review',
          'delivered'))
      or (owner_id = ${userId} and status in ('in_review', 'open', 'goal_met'))
    order by id`;
  return rows.map(({ id }) => id);
}

/** A profile that goes with its owner is asked by no pool any more. */
export async function leaveProfileOf(tx: Tx, ownerId: string): Promise<void> {
  await tx`
    update pools p set creator_profile_id = null from creator_profiles c
    where c.owner_id = ${ownerId} and p.creator_profile_id = c.id`;
}

export async function deletePendingClaimsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from pool_claims where user_id = ${userId} and status = 'pending'`;
}
