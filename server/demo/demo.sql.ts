import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Limits the updates to the demo's people, because real people may use the product while the demo fills. */
const demoPeople = (tx: Tx) =>
  tx`(select id from users where right(email, ${demoMailDomain.length}) = ${demoMailDomain})`;

/** Moves pools with their pledges, likes, updates and comments into the past, which no operation can do. Each pool gets an age of `daysAgo` days. */
export async function moveIntoThePast(tx: Tx, begun: readonly { poolId: string; daysAgo: number }[]): Promise<void> {
  const ids = begun.map(({ poolId }) => poolId);
  const days = begun.map(({ daysAgo }) => daysAgo);
  const past = tx`(select id, make_interval(days => days) as back
    from unnest(${ids}::uuid[], ${days}::int[]) as given (id, days)) b`;
  await tx`
    update pools p set created_at = created_at - b.back - make_interval(mins => abs(hashtext(title)) % 600)
    from ${past} where p.id = b.id`;
  await tx`
    update pool_feed f set created_at = p.created_at
    from pools p where p.id = f.pool_id and f.created_at <> p.created_at`;
  await tx`
    update pool_events e set at = p.created_at from pools p where p.id = e.pool_id and e.from_status is null`;
  await tx`
    update pledges e set created_at = e.created_at - b.back * (0.03 + 0.92 * random())
    from ${past} where e.pool_id = b.id and e.fan_id in ${demoPeople(tx)}`;
  await tx`
    update pool_likes e set created_at = e.created_at - b.back * random()
    from ${past} where e.pool_id = b.id and e.user_id in ${demoPeople(tx)}`;
  // Comments keep their order; a reply follows soon after the comment it answers.
  await tx`
    update comments e set created_at = p.created_at + (clock_timestamp() - p.created_at) * (o.place - random() * 0.7) / (o.last + 0.3)
    from pools p, (
      select id, row_number() over (partition by pool_id order by created_at) as place,
        count(*) over (partition by pool_id) as last
      from comments where update_id is null) o
    where p.id = e.pool_id and o.id = e.id and e.author_id in ${demoPeople(tx)}`;
  await tx`
    update pool_updates e set created_at = p.created_at + (clock_timestamp() - p.created_at) * (o.place - random() * 0.3) / (o.last + 0.3)
    from pools p, (
      select id, row_number() over (partition by pool_id order by created_at) as place,
        count(*) over (partition by pool_id) as last
      from pool_updates) o
    where p.id = e.pool_id and o.id = e.id and e.author_id in ${demoPeople(tx)}`;
  await tx`
    update comments e set created_at = x.created_at + (clock_timestamp() - x.created_at) * random()
    from pool_updates x where x.id = e.update_id and e.author_id in ${demoPeople(tx)}`;
  await tx`
    update creator_follows set created_at = created_at - make_interval(hours => abs(hashtext(user_id::text || profile_id::text)) % 900)
    where user_id in ${demoPeople(tx)}`;
}

/** Spreads the messages of each room from yesterday to a few minutes ago. */
export async function spreadMessages(tx: Tx): Promise<void> {
  await tx`
    update messages m set created_at = m.created_at - make_interval(mins => ((r.last_seq - m.seq) * 23 + 4 + abs(hashtext(m.content)) % 9)::int)
    from chat_rooms r where r.id = m.room_id and (m.sender_id is null or m.sender_id in ${demoPeople(tx)})`;
  await tx`
    update chat_rooms r set updated_at = l.at
    from (select room_id, max(created_at) as at from messages group by room_id) l where l.room_id = r.id`;
}

/** Spreads the notices of each person over the past, and marks all but the newest four as read. */
export async function spreadNotices(tx: Tx): Promise<void> {
  await tx`
    update notifications n set
      created_at = clock_timestamp() - make_interval(mins => (8 * o.place ^ 2.1)::int),
      read_at = case when o.place > 4 then clock_timestamp() end
    from (select id, row_number() over (partition by user_id order by created_at desc, id) as place from notifications) o
    where o.id = n.id and n.user_id in ${demoPeople(tx)}`;
}

/** Makes all deadlines of the pool due now: the funding deadline, the creator's answer, the fans' payments and the quiet period. */
export async function expireDeadlines(tx: Tx, poolId: string): Promise<void> {
  await tx`
    update pledges set due_at = least(due_at, clock_timestamp()) where pool_id = ${poolId}`;
  await tx`
    update pools set deadline = least(deadline, clock_timestamp()), clock_at = clock_timestamp(),
      response_due_at = least(response_due_at, clock_timestamp()),
      payment_due_at = least(payment_due_at, clock_timestamp()),
      quiet_until = least(quiet_until, clock_timestamp())
    where id = ${poolId}`;
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

/** Skips the webhooks of the sandbox: the replies to our calls contained the same outcomes. */
export async function markEventsDelivered(sql: Connection): Promise<void> {
  await sql`update sandbox.events set delivered_at = now() where delivered_at is null`;
}

/** The people whose pledges to a pool count. */
export async function listBackers(sql: Connection, poolId: string): Promise<string[]> {
  const rows = await sql<{ fanId: string }[]>`
    select fan_id from pledges where pool_id = ${poolId} and status in ('pledged', 'charging', 'notified', 'paid')`;
  return rows.map(({ fanId }) => fanId);
}

export async function commentId(sql: Connection, content: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from comments where content = ${content} limit 1`;
  return row?.id;
}

/** Returns the id of a fan who paid and can therefore see the delivery. */
export async function payerOf(sql: Connection, poolId: string): Promise<string | undefined> {
  const [row] = await sql<{ fanId: string }[]>`
    select p.fan_id from pledges p join users u on u.id = p.fan_id
    where p.pool_id = ${poolId} and p.status = 'paid' and u.username <> 'marak' order by p.amount_cents, u.username limit 1`;
  return row?.fanId;
}
