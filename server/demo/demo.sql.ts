import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { demoPeople } from './demo-dates.sql.ts';

/** Those of these people that the demo made. */
export async function listDemoPeople(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from users where id = any (${[...ids]}::uuid[]) and id in ${demoPeople(tx)}`;
  return rows.map(({ id }) => id);
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

/** Whether charges, refunds or the payout of a pool are under way. */
export async function isMoneyUnderWay(sql: Connection, poolId: string): Promise<boolean> {
  const [row] = await sql<{ open: boolean }[]>`
    select exists (
      select from pools p where p.id = ${poolId} and case p.status
        when 'collecting' then not exists (select from pledges g where g.pool_id = p.id and g.status = 'notified')
          or exists (select from pledges g where g.pool_id = p.id and g.status in ('pledged', 'charging'))
        when 'refunded' then exists (select from pledges g where g.pool_id = p.id and g.status in ('paid', 'refund_pending'))
        when 'completed' then not exists (
          select from payouts o where split_part(o.subject, ':', 2) = p.id::text and o.status <> 'pending')
        else false end) as open`;
  return row?.open === true;
}

/** The transfers of a pool's payout that have not arrived. */
export async function openPayoutParts(sql: Connection, poolId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select t.id from payout_parts t join payouts p on p.id = t.payout_id
    where split_part(p.subject, ':', 2) = ${poolId} and t.status in ('pending', 'in_transit')`;
  return rows.map(({ id }) => id);
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
