import type { CreatorNews } from '#contract/pledges/creator-news.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Recipient } from '#server/notifications/notice-recipients.sql.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** A share of the goal in percent. 100 is the goal itself, which has its own notice. */
export type Step = 0 | 25 | 50 | 75 | 100;

/** Statuses in which a pledge adds to the goal. */
export const fundingStatuses: readonly PoolStatus[] = ['open', 'goal_met', 'accepted'];

export interface PledgeNews {
  poolId: string;
  creatorId: string;
  /** The first pledge was news already. */
  hadFirst: boolean;
  /** The highest step that was news. */
  step: Step;
  pledgedCents: number;
  goalCents: number;
  /** The pledge adds to the goal now; else it is a late one, or has ended since. */
  isFunding: boolean;
  /** A digest that will name the pledge waits already. */
  hasDigest: boolean;
}

/**
 * What a pledge may be news of. Undefined if its pool has no creator, asks one who is suspended or left, or is frozen, and for a creator's
 * own pledge. One statement, because every pledge asks. `onlyLate`: only for a pledge that never waited for the goal.
 */
export async function findPledgeNews(
  sql: Connection,
  pledgeId: string,
  { onlyLate }: { onlyLate: boolean },
): Promise<PledgeNews | undefined> {
  const [row] = await sql<PledgeNews[]>`
    select p.id as pool_id, c.id as creator_id, p.pledged_cents, p.goal_cents,
      coalesce(n.first_pledge, false) as had_first, coalesce(n.step, 0) as step,
      g.status = 'pledged' and p.status = any(${[...fundingStatuses]}::text[]) as is_funding,
      coalesce(d.due_at > clock_timestamp(), false) as has_digest
    from pledges g join pools p on p.id = g.pool_id
    join users c on c.id = p.assigned_creator_id and c.deleted_at is null and c.suspended_at is null
    left join creator_news n on n.pool_id = p.id and n.creator_id = c.id
    left join backer_digests d on d.creator_id = c.id
    where g.id = ${pledgeId} and g.fan_id <> c.id and not p.frozen and (not ${onlyLate} or g.pledged_at is null)`;
  return row;
}

/** Returns true for the one caller that makes the first pledge news. */
export async function markFirstPledge(tx: Tx, poolId: string, creatorId: string): Promise<boolean> {
  const rows = await tx`
    insert into creator_news as n (pool_id, creator_id, first_pledge) values (${poolId}, ${creatorId}, true)
    on conflict (pool_id, creator_id) do update set first_pledge = true where not n.first_pledge
    returning 1`;
  return rows.length > 0;
}

/** Returns true for the one caller that makes this step news. A lower step after it is none, also after the pool fell and rose again. */
export async function raiseStep(tx: Tx, poolId: string, creatorId: string, step: Step): Promise<boolean> {
  const rows = await tx`
    insert into creator_news as n (pool_id, creator_id, step) values (${poolId}, ${creatorId}, ${step})
    on conflict (pool_id, creator_id) do update set step = excluded.step where n.step < excluded.step
    returning 1`;
  return rows.length > 0;
}

export async function markTold(tx: Tx, poolId: string, creatorId: string): Promise<void> {
  await tx`
    insert into creator_news as n (pool_id, creator_id, told_at) values (${poolId}, ${creatorId}, clock_timestamp())
    on conflict (pool_id, creator_id) do update set told_at = coalesce(n.told_at, excluded.told_at)`;
}

/** A pool that gets a creator later: what happened before is no news for them. */
export async function startNewsAt(tx: Tx, poolId: string, creatorId: string, stepOf: (pool: Figures) => Step) {
  const [pool] = await tx<(Figures & { fanCount: number })[]>`
    select pledged_cents, goal_cents, fan_count from pools where id = ${poolId}`;
  if (!pool) return;
  await tx`
    insert into creator_news (pool_id, creator_id, first_pledge, step)
    values (${poolId}, ${creatorId}, ${pool.fanCount > 0}, ${stepOf(pool)}) on conflict do nothing`;
}

export interface Figures {
  pledgedCents: number;
  goalCents: number;
}

/** Undefined for people who left, and for suspended ones, who can do nothing about news. */
export async function findActiveRecipient(sql: Connection, userId: string): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`
    select id, email, locale from users where id = ${userId} and deleted_at is null and suspended_at is null`;
  return row;
}

/** The fan of a pledge as its creator may see them: without a name if the pledge is anonymous or a block stands between the two. */
export interface FanName {
  fanId: string;
  /** Null: not to be named. */
  name: string | null;
  amountCents: number;
}

export async function findFanOf(sql: Connection, pledgeId: string, creatorId: string): Promise<FanName | undefined> {
  const [row] = await sql<FanName[]>`
    select g.fan_id, g.amount_cents,
      case when g.anonymous or ${isApart(sql, creatorId)} then null
        when u.adult then u.username else coalesce(u.display_name, u.username) end as name
    from pledges g join users u on u.id = g.fan_id where g.id = ${pledgeId}`;
  return row;
}

/** The owner's name, under the same rule. */
export async function findOwnerName(sql: Connection, poolId: string, creatorId: string): Promise<string | null> {
  const [row] = await sql<{ name: string | null }[]>`
    select case when ${isApart(sql, creatorId)} then null
      when u.adult then u.username else coalesce(u.display_name, u.username) end as name
    from pools p join users u on u.id = p.owner_id where p.id = ${poolId}`;
  return row?.name ?? null;
}

/** SQL condition: a block stands between the person `u` and the creator. */
export const isApart = (sql: Connection, creatorId: string) => sql`people_apart(u.id, ${creatorId}::uuid)`;

/**
 * What the creator has heard of the pool of this fan's pledge. Notices of every topic count, unless they were hidden: those may have reached
 * no one. `hearsOfPledge` follows the choice about new backers.
 */
export async function findCreatorNews(
  sql: Connection,
  pledgeId: string,
  fanId: string,
): Promise<(Omit<CreatorNews, 'toldAt'> & { toldAt: Date | null }) | undefined> {
  const [row] = await sql<(Omit<CreatorNews, 'toldAt'> & { toldAt: Date | null })[]>`
    select case when a.id is not null then 'claimed' when c.id is null then 'none' when c.owner_id is null then 'unclaimed' else 'unassigned' end as creator,
      coalesce(n.told_at, (
        select min(x.created_at) from notifications x where x.user_id = a.id and x.pool_id = p.id and not x.hidden)) as told_at,
      coalesce(a.suspended_at is null and a.deleted_at is null and not p.frozen and a.id <> g.fan_id and g.status = 'pledged'
        and p.status = any(${[...fundingStatuses]}::text[]) and (coalesce(h.in_app, true) or coalesce(h.email, true)), false) as hears_of_pledge,
      coalesce(a.suspended_at is null and a.deleted_at is null and not p.frozen and a.id is not null, false) as can_answer
    from pledges g join pools p on p.id = g.pool_id
    left join creator_profiles c on c.id = p.creator_profile_id
    left join users a on a.id = p.assigned_creator_id
    left join creator_news n on n.pool_id = p.id and n.creator_id = a.id
    left join notification_choices h on h.user_id = a.id and h.topic = 'backers'
    where g.id = ${pledgeId} and g.fan_id = ${fanId}`;
  return row;
}

/** Deletes the notices that name a person who leaves: as the owner of a pool, as its first fan, or in a summary. */
export async function deleteNoticesNaming(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from notifications n using (
      select 'request_opened:' || p.id || ':' || p.assigned_creator_id as key from pools p
      where p.owner_id = ${userId} and p.assigned_creator_id is not null
      union
      select 'first_pledge:' || p.id || ':' || p.assigned_creator_id from pledges g join pools p on p.id = g.pool_id
      where g.fan_id = ${userId} and p.assigned_creator_id is not null) named
    where n.dedupe_key = named.key and n.person_id = ${userId}`;
  await tx`
    delete from notifications n using (
      select distinct p.assigned_creator_id as id, lower(coalesce(u.display_name, u.username)) as name, lower(u.username) as username
      from pledges g join pools p on p.id = g.pool_id join users u on u.id = g.fan_id
      where g.fan_id = ${userId} and p.assigned_creator_id is not null) c
    where n.user_id = c.id and n.kind = 'new_backers'
      and (position(c.name in lower(n.body)) > 0 or position(c.username in lower(n.body)) > 0)`;
}

export async function deleteCreatorNewsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from creator_news where creator_id = ${userId}`;
  await tx`delete from backer_digests where creator_id = ${userId}`;
}
