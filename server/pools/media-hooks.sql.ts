import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** The pools that show a picture. */
export function poolImageUses(sql: Connection, { id }: { id: Fragment }): Fragment {
  return sql`select p.adult, p.owner_id, null::boolean as readable from pool_images x join pools p on p.id = x.pool_id where x.image_id = ${id}`;
}

/** Whether this person is the creator who delivers the pool. */
export async function isAssignedTo(
  sql: Connection,
  { poolId, ownerId }: { poolId: string; ownerId: string },
): Promise<boolean> {
  return (await sql`select 1 from pools where id = ${poolId} and assigned_creator_id = ${ownerId}`).length > 0;
}
