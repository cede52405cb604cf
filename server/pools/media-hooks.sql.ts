import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** The pools that show a picture. Removed ones show it only to their owner and creator. */
export function poolImageUses(sql: Connection, { id, viewerId }: { id: Fragment; viewerId: string | null }): Fragment {
  return sql`
    select p.adult, p.owner_id, case when p.status = 'removed' then coalesce(${viewerId}::uuid in (p.owner_id, p.assigned_creator_id), false) end as readable,
      false as private
    from pool_images x join pools p on p.id = x.pool_id where x.image_id = ${id}`;
}

/** Whether this person is the creator who delivers the pool. */
export async function isAssignedTo(
  sql: Connection,
  { poolId, ownerId }: { poolId: string; ownerId: string },
): Promise<boolean> {
  return (await sql`select 1 from pools where id = ${poolId} and assigned_creator_id = ${ownerId}`).length > 0;
}
