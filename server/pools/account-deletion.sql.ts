import type { Tx } from '#server/platform/postgres/db.ts';

/**
 * The pools that the deletion of an account concerns, in locking order: live pools that the person started or is assigned to, and all
 * completed ones that they are assigned to, because late fans may still pay for these.
 */
export async function listPoolsToLeave(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from pools
    where (assigned_creator_id = ${userId}
        and status in ('in_review', 'open', 'goal_met', 'accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review',
          'delivered', 'completed'))
      or (owner_id = ${userId} and status in ('in_review', 'open', 'goal_met'))
    order by id`;
  return rows.map(({ id }) => id);
}

/** Locks an account against its deletion until the transaction ends. False if it is deleted. */
export async function holdAccount(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`select from users where id = ${userId} and deleted_at is null for key share`;
  return rows.length > 0;
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
