import type { Tx } from '#server/platform/postgres/db.ts';

/** Live pools that this person started or is assigned to, in locking order. */
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

/** Clears the target of pools that name the profile of a person who deletes their account. */
export async function leaveProfileOf(tx: Tx, ownerId: string): Promise<void> {
  await tx`
    update pools p set creator_profile_id = null from creator_profiles c
    where c.owner_id = ${ownerId} and p.creator_profile_id = c.id`;
}

/** An approved claim says why a pool has its creator. Only its words are erased. */
export async function eraseClaimsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from pool_claims where user_id = ${userId} and status <> 'approved'`;
  await tx`update pool_claims set message = '', proof_url = '' where user_id = ${userId}`;
}
