import type { Connection, Tx } from '#server/platform/db.ts';

export async function hasPeople(sql: Connection): Promise<boolean> {
  return (await sql`select 1 from users limit 1`).length > 0;
}

/** What no operation would do: the past. Everything of a pool moves back by the same time, so that its story stays in order. */
export async function moveIntoThePast(tx: Tx, poolId: string, daysAgo: number): Promise<void> {
  const back = tx`make_interval(days => ${daysAgo})`;
  await tx`update pools set created_at = created_at - ${back} where id = ${poolId}`;
  await tx`update pool_feed set created_at = created_at - ${back} where pool_id = ${poolId}`;
  await tx`update pool_events set at = at - ${back} where pool_id = ${poolId} and from_status is null`;
  await tx`
    update pledges set created_at = created_at - ${back} * (0.1 + 0.8 * random()) where pool_id = ${poolId}`;
}

/** The deadline, or the end of the quiet period, is over now. */
export async function letTimePass(tx: Tx, poolId: string): Promise<void> {
  await tx`
    update pools set deadline = least(deadline, clock_timestamp()), clock_at = clock_timestamp(),
      quiet_until = least(quiet_until, clock_timestamp())
    where id = ${poolId}`;
}

/** Everybody follows some: the more who are said to follow a creator, the more of the demo's people do. */
export async function followDemoCreators(
  tx: Tx,
  creators: readonly { username: string; followers: number }[],
): Promise<void> {
  const most = Math.max(...creators.map(({ followers }) => followers));
  for (const { username, followers } of creators) {
    await tx`
      insert into creator_follows (user_id, profile_id, created_at)
      select u.id, c.id, clock_timestamp() - make_interval(hours => (hashtext(u.username || c.username) & 1023))
      from users u, creator_profiles c
      where c.username = ${username} and u.role <> 'admin' and u.id is distinct from c.owner_id
        and (hashtext(c.username || u.username) & 1023) < ${Math.round((followers / most) * 1000)}`;
  }
}

export async function addUnclaimedProfile(
  tx: Tx,
  profile: { username: string; name: string; bio: string; category: string; addedBy: string },
): Promise<void> {
  await tx`
    insert into creator_profiles (username, full_name, display_name, description, category_id, added_by)
    select ${profile.username}, ${profile.name}, ${profile.name}, ${profile.bio}, id, ${profile.addedBy}
    from categories where name = ${profile.category}`;
}

export async function profileIds(sql: Connection): Promise<Map<string, string>> {
  const rows = await sql<{ username: string; id: string }[]>`select username, id from creator_profiles`;
  return new Map(rows.map(({ username, id }) => [username, id]));
}

export async function pendingClaim(sql: Connection, poolId: string): Promise<string | undefined> {
  const [row] = await sql<
    { id: string }[]
  >`select id from content_claims where pool_id = ${poolId} and status = 'pending'`;
  return row?.id;
}

/** Nobody waits for these: the answers of the calls said it all. */
export async function markEventsDelivered(sql: Connection): Promise<void> {
  await sql`update sandbox.events set delivered_at = now() where delivered_at is null`;
}
