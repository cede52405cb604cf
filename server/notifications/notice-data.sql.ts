import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { PoolStatus } from '#contract/pools.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The columns of a pool that notices use. */
export interface PoolRow {
  id: string;
  title: string;
  slug: string;
  /** The current state, which may be later than the transition that the notice reports. */
  status: PoolStatus;
  /** While frozen, the pool does not change state and no card is charged. */
  frozen: boolean;
  adult: boolean;
  ownerId: string;
  ownerUsername: string;
  creatorUsername: string | null;
  creatorName: string | null;
  assignedCreatorId: string | null;
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
  /** True if the creator accepted less than the goal. */
  belowGoal: boolean;
  /** True if at least one card was charged or is being charged, even if it was refunded since. */
  wasCharged: boolean;
  /** The creator's payout for this pool in cents. Null before it is requested, and if nothing was left to pay out. */
  payoutCents: number | null;
  deadline: Date;
  deliveryDueAt: Date | null;
  responseDueAt: Date | null;
  shortfallDueAt: Date | null;
  quietUntil: Date | null;
}

export async function findPool(sql: Connection, poolId: string): Promise<PoolRow | undefined> {
  const [row] = await sql<PoolRow[]>`
    select p.id, p.title, p.slug, p.status, p.frozen, p.adult, p.owner_id, o.username as owner_username, c.username as creator_username,
      coalesce(
        case when c.id is null then null when k.adult then c.username else c.display_name end,
        case when a.adult then a.username else coalesce(a.display_name, a.username) end) as creator_name, p.assigned_creator_id, p.goal_cents, p.pledged_cents,
      p.paid_cents, p.fan_count, p.deadline, p.delivery_due_at, p.response_due_at, p.shortfall_due_at, p.quiet_until,
      coalesce((p.terms->>'atCurrentAmount')::boolean and (p.terms->>'pledgedCents')::bigint < p.goal_cents, false) as below_goal,
      exists (
        select from pledges g where g.pool_id = p.id
          and (g.paid_at is not null or g.status in ('charging', 'refund_pending', 'refunded', 'disputed', 'dispute_lost'))) as was_charged,
      (select amount_cents from payouts y where y.subject = 'pool:' || p.id) as payout_cents
    from pools p join users o on o.id = p.owner_id left join creator_profiles c on c.id = p.creator_profile_id
    left join categories k on k.id = c.category_id
    left join users a on a.id = p.assigned_creator_id where p.id = ${poolId}`;
  return row;
}

/** The columns of a pledge that notices use. */
export interface PledgeRow {
  id: string;
  poolId: string;
  fanId: string;
  amountCents: number;
  dueAt: Date | null;
  paidAt: Date | null;
  declineReason: string | null;
  status: PledgeStatus;
}

const pledgeColumns = (sql: Connection) =>
  sql`g.id, g.pool_id, g.fan_id, g.amount_cents, g.due_at, g.paid_at, g.decline_reason, g.status`;

export async function findPledge(sql: Connection, pledgeId: string): Promise<PledgeRow | undefined> {
  const [row] = await sql<PledgeRow[]>`select ${pledgeColumns(sql)} from pledges g where g.id = ${pledgeId}`;
  return row;
}

/** SQL condition: a card was saved or charged for the pledge `g`, and the fan did not withdraw it. */
const counts = (sql: Connection) =>
  sql`(g.pledged_at is not null or g.paid_at is not null) and g.status <> 'withdrawn'`;

/** Finds this fan's latest pledge in the pool that has or had a card, unless withdrawn. */
export async function findPledgeOf(sql: Connection, poolId: string, fanId: string): Promise<PledgeRow | undefined> {
  const [row] = await sql<PledgeRow[]>`
    select ${pledgeColumns(sql)} from pledges g
    where g.pool_id = ${poolId} and g.fan_id = ${fanId} and ${counts(sql)} order by g.created_at desc limit 1`;
  return row;
}

export interface Recipient {
  id: string;
  email: string;
}

export async function findRecipient(sql: Connection, userId: string): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`select id, email from users where id = ${userId}`;
  return row;
}

export async function listAdmins(sql: Connection): Promise<Recipient[]> {
  return sql<Recipient[]>`select id, email from users where role = 'admin' and suspended_at is null order by id`;
}

export interface FanRow extends PledgeRow {
  email: string;
}

/**
 * Lists the fans of a pool in batches ordered by user id, each with their latest pledge: all who pledged with a card, or only those
 * with access to the delivery.
 */
export async function listFans(
  sql: Connection,
  batch: { poolId: string; only: 'all' | 'access'; afterId: string | null; limit: number },
): Promise<FanRow[]> {
  const after = batch.afterId ?? '00000000-0000-0000-0000-000000000000';
  if (batch.only === 'access') {
    return sql<FanRow[]>`
      select ${pledgeColumns(sql)}, u.email
      from content_access x join users u on u.id = x.user_id join pledges g on g.id = x.pledge_id
      where x.pool_id = ${batch.poolId} and u.id > ${after} order by u.id limit ${batch.limit}`;
  }
  return sql<FanRow[]>`
    select distinct on (u.id) ${pledgeColumns(sql)}, u.email
    from pledges g join users u on u.id = g.fan_id
    where g.pool_id = ${batch.poolId} and ${counts(sql)} and u.id > ${after}
    order by u.id, g.created_at desc limit ${batch.limit}`;
}

export async function findPayout(
  sql: Connection,
  payoutId: string,
): Promise<{ id: string; userId: string; amountCents: number; subject: string } | undefined> {
  const [row] = await sql<{ id: string; userId: string; amountCents: number; subject: string }[]>`
    select id, user_id, amount_cents, subject from payouts where id = ${payoutId}`;
  return row;
}

export async function findApplication(
  sql: Connection,
  id: string,
): Promise<{ id: string; userId: string; fullName: string; status: string; reason: string | null } | undefined> {
  const [row] = await sql<{ id: string; userId: string; fullName: string; status: string; reason: string | null }[]>`
    select id, user_id, full_name, status, reason from creator_applications where id = ${id}`;
  return row;
}

export async function findObjection(
  sql: Connection,
  id: string,
): Promise<
  { id: string; poolId: string; fanId: string; reason: string; status: string; answer: string | null } | undefined
> {
  const [row] = await sql<
    { id: string; poolId: string; fanId: string; reason: string; status: string; answer: string | null }[]
  >`select id, pool_id, fan_id, reason, status, answer from objections where id = ${id}`;
  return row;
}

export interface PoolClaimRow {
  id: string;
  poolId: string;
  userId: string;
  status: string;
  reason: string | null;
}

export async function findPoolClaim(sql: Connection, id: string): Promise<PoolClaimRow | undefined> {
  const [row] = await sql<
    PoolClaimRow[]
  >`select id, pool_id, user_id, status, reason from pool_claims where id = ${id}`;
  return row;
}

export interface CreatorClaimRow {
  id: string;
  userId: string;
  creatorUsername: string;
  status: string;
  reason: string | null;
  /** False if the profile was deleted. */
  exists: boolean;
}

export async function findCreatorClaim(sql: Connection, id: string): Promise<CreatorClaimRow | undefined> {
  const [row] = await sql<CreatorClaimRow[]>`
    select id, user_id, creator_username, status, reason, profile_id is not null as exists
    from creator_claims where id = ${id}`;
  return row;
}

export interface CommentRow {
  poolId: string;
  authorId: string;
  authorName: string;
  /** Empty once deleted. */
  content: string;
}

export async function findComment(sql: Connection, id: string): Promise<CommentRow | undefined> {
  const [row] = await sql<CommentRow[]>`
    select c.pool_id, c.author_id, c.content,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as author_name
    from comments c join users u on u.id = c.author_id where c.id = ${id}`;
  return row;
}

export interface MessageRow {
  senderId: string;
  senderName: string;
  content: string;
  roomKind: 'global' | 'category' | 'pool' | 'direct';
  category: string | null;
  poolId: string | null;
  /** True in the room of an adult category. */
  adult: boolean;
  /** The first message of the thread; the message itself if it is not a reply. */
  threadId: string;
}

/** Finds a chat message and locks it against deletion until the transaction ends. */
export async function lockMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  await tx`select 1 from messages where id = ${id} for share`;
  return findMessage(tx, id);
}

export async function findMessage(sql: Connection, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    with recursive above as (
      select id, parent_id from messages where id = ${id}
      union all
      select p.id, p.parent_id from above a join messages p on p.id = a.parent_id)
    select m.sender_id, m.content, (select a.id from above a where a.parent_id is null) as thread_id, r.kind as room_kind, k.name as category, r.pool_id, coalesce(k.adult, false) as adult,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from messages m join users u on u.id = m.sender_id join chat_rooms r on r.id = m.room_id
    left join categories k on k.id = r.category_id left join pools p on p.id = r.pool_id
    where m.id = ${id} and (p.id is null or p.status not in ('in_review', 'removed'))`;
  return row;
}

export interface UnreadDirect {
  senderName: string;
  /** True if the sender is an adult creator. */
  senderAdult: boolean;
  content: string;
  /** Number of unread messages. */
  count: number;
}

/** Finds the latest unread message of a direct conversation, unless one of the two people has blocked the other. */
export async function findUnreadDirect(
  sql: Connection,
  conversationId: string,
  recipientId: string,
): Promise<UnreadDirect | undefined> {
  const [row] = await sql<UnreadDirect[]>`
    select m.content, u.adult as sender_adult, count(*) over () as count,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from chat_rooms r
    join chat_members c on c.room_id = r.id and c.user_id = ${recipientId}
    join messages m on m.room_id = r.id and m.seq > c.read_seq and m.deleted_at is null and m.sender_id <> c.user_id
    join users u on u.id = m.sender_id
    where r.id = ${conversationId} and r.kind = 'direct' and not exists (
      select from user_blocks b
      where (b.blocker_id, b.blocked_id) in ((r.first_id, r.second_id), (r.second_id, r.first_id)))
    order by m.seq desc limit 1`;
  return row;
}

/** Locks a comment against deletion until the transaction ends. */
export async function lockComment(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from comments where id = ${id} for share`;
}

/** Returns true if the person has read the room up to this message. */
export async function hasRead(sql: Connection, userId: string, messageId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from messages m join chat_members c on c.room_id = m.room_id and c.user_id = ${userId}
    where m.id = ${messageId} and c.read_seq >= m.seq`;
  return rows.length > 0;
}

/** Returns true if `userId` has blocked `otherId`. */
export async function hasBlocked(sql: Connection, userId: string, otherId: string): Promise<boolean> {
  return (await sql`select 1 from user_blocks where blocker_id = ${userId} and blocked_id = ${otherId}`).length > 0;
}

export interface CreatorMessageRow {
  id: string;
  poolId: string;
  creatorId: string;
  body: string;
  senderName: string;
}

export async function findCreatorMessage(sql: Connection, id: string): Promise<CreatorMessageRow | undefined> {
  const [row] = await sql<CreatorMessageRow[]>`
    select m.id, m.pool_id, m.creator_id, m.body,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from creator_messages m join users u on u.id = m.creator_id where m.id = ${id}`;
  return row;
}

/** A batch of a message's recipients, ordered by user id; `apart` if one of the two has blocked the other. */
export async function listMessageRecipients(
  sql: Connection,
  { messageId, creatorId }: { messageId: string; creatorId: string },
  afterId: string | null,
  limit: number,
): Promise<(Recipient & { apart: boolean })[]> {
  return sql<(Recipient & { apart: boolean })[]>`
    select u.id, u.email, exists (
      select from user_blocks b where (b.blocker_id, b.blocked_id) in ((u.id, ${creatorId}), (${creatorId}, u.id))) as apart
    from creator_message_recipients r join users u on u.id = r.user_id
    where r.message_id = ${messageId} and u.id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
    order by u.id limit ${limit}`;
}
