import type { Connection } from '#server/platform/postgres/db.ts';

/** The assigned creator of a pool, the owner of its target profile and, if asked for, its owner, each once. */
export async function listPeopleOfPool(
  sql: Connection,
  poolId: string,
  { withOwner }: { withOwner: boolean },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct x.user_id from pools o left join creator_profiles c on c.id = o.creator_profile_id
    cross join lateral (values (case when ${withOwner} then o.owner_id end), (o.assigned_creator_id), (c.owner_id)) x (user_id)
    where o.id = ${poolId} and x.user_id is not null`;
  return rows.map(({ userId }) => userId);
}
