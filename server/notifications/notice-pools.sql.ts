import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { joinFiguresAtEndOnce, shownFigures } from '#server/pledges/figures-at-end.ts';
import type { Recipient } from './notice-recipients.sql.ts';

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
  createdAt: Date;
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
  /** The payout waits until the creator has set up payouts. */
  payoutWaits: boolean;
  /** It waits because the creator is suspended, or an admin holds their payouts. */
  payoutHeld: boolean;
  /** Removed, but fans who paid can still open the delivery. */
  keepsDelivery: boolean;
  deadline: Date;
  deliveryDueAt: Date | null;
  responseDueAt: Date | null;
  /** While an accepted pool only waits for its creator's payout account: when that wait ends. */
  accountDueAt: Date | null;
  shortfallDueAt: Date | null;
  quietUntil: Date | null;
}

/**
 * With `hasFigures` false, the pledged sum and the count of fans of a pool that ended are 0: for notices without them that each fan gets by a
 * job, which would sum up all pledges for each.
 */
export async function findPool(
  sql: Connection,
  poolId: string,
  { hasFigures = true } = {},
): Promise<PoolRow | undefined> {
  const [row] = await sql<PoolRow[]>`
    select p.id, p.title, p.slug, p.status, p.frozen, p.adult, p.created_at, p.keeps_delivery, p.owner_id, o.username as owner_username, c.username as creator_username,
      coalesce(
        case when c.id is null then null when k.adult then c.username else c.display_name end,
        case when a.adult then a.username else coalesce(ac.display_name, a.display_name, a.username) end) as creator_name, p.assigned_creator_id, p.goal_cents,
      ${shownFigures(sql)}, p.paid_cents, p.deadline, p.delivery_due_at, p.response_due_at,
      case when p.account_paused_at is null then p.account_due_at end as account_due_at, p.shortfall_due_at, p.quiet_until,
      coalesce(p.at_current_amount and (p.terms->>'pledgedCents')::bigint < p.goal_cents, false) as below_goal,
      exists (
        select from pledges g where g.pool_id = p.id
          and (g.paid_at is not null or g.status in ('charging', 'refund_pending', 'refunded', 'disputed', 'dispute_lost'))) as was_charged,
      (select amount_cents from payouts y where y.subject = 'pool:' || p.id) as payout_cents,
      exists (select 1 from payouts y where y.subject = 'pool:' || p.id and y.status = 'waiting') as payout_waits,
      are_payouts_held(p.assigned_creator_id) as payout_held
    from pools p join users o on o.id = p.owner_id left join creator_profiles c on c.id = p.creator_profile_id
    left join categories k on k.id = c.category_id
    left join users a on a.id = p.assigned_creator_id
    left join creator_profiles ac on ac.owner_id = p.assigned_creator_id
    ${joinFiguresAtEndOnce(sql, sql`select ${hasFigures ? poolId : null}::uuid`)}
    where p.id = ${poolId}`;
  return row;
}

export interface RefundRow {
  amountCents: number;
  reason: string;
  byAdmin: boolean;
  outsideReason: string | null;
}

/** The last refund of a pledge's payment. */
export async function findLastRefund(sql: Connection, pledgeId: string): Promise<RefundRow | undefined> {
  const [row] = await sql<RefundRow[]>`
    select r.amount_cents, r.reason, r.by_admin, r.outside_reason from refunds r join payments y on y.id = r.payment_id
    where y.subject = ${`pledge:${pledgeId}`} and y.status = 'succeeded' and r.status = 'succeeded'
    order by r.settled_at desc limit 1`;
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
  declineKind: 'soft' | 'hard' | 'needs_action' | null;
  status: PledgeStatus;
  /** The saved card, if there is one. */
  cardBrand: string | null;
  cardLast4: string | null;
  /** When this pledge met the pool's goal. */
  metGoalAt: Date | null;
}

const pledgeColumns = (sql: Connection) =>
  sql`g.id, g.pool_id, g.fan_id, g.amount_cents, g.due_at, g.paid_at, g.decline_reason, g.decline_kind, g.status, g.met_goal_at,
    (select k.brand from cards k where k.id = g.card_id) as card_brand, (select k.last4 from cards k where k.id = g.card_id) as card_last4`;

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

/** Which fans of a pool: all who pledged with a card, those with access to the delivery, or of these those without an upheld objection. */
export type FansOnly = 'all' | 'access' | 'access_without_objection';

export interface FanRow extends PledgeRow, Addressee {}

/**
 * Lists the fans of a pool in batches ordered by user id, each with their latest pledge: all who pledged with a card, or only those
 * with access to the delivery, or of these only those whose objection to the last delivery was not upheld.
 */
export async function listFans(
  sql: Connection,
  batch: { poolId: string; only: FansOnly; afterId: string | null; limit: number },
): Promise<FanRow[]> {
  const after = batch.afterId ?? '00000000-0000-0000-0000-000000000000';
  if (batch.only !== 'all') {
    return sql<FanRow[]>`
      select ${pledgeColumns(sql)}, u.email, u.locale
      from content_access x join users u on u.id = x.user_id join pledges g on g.id = x.pledge_id
      where x.pool_id = ${batch.poolId} and u.id > ${after}
        and not (${batch.only === 'access_without_objection'} and exists (
          select from objections o where o.pool_id = x.pool_id and o.fan_id = x.user_id and o.status = 'upheld'
            and o.decided_at > (
              select max(k.decided_at) from content_claims k where k.pool_id = x.pool_id and k.status = 'approved')))
      order by u.id limit ${batch.limit}`;
  }
  return sql<FanRow[]>`
    select distinct on (u.id) ${pledgeColumns(sql)}, u.email, u.locale
    from pledges g join users u on u.id = g.fan_id
    where g.pool_id = ${batch.poolId} and ${counts(sql)} and u.id > ${after}
    order by u.id, g.created_at desc limit ${batch.limit}`;
}

/** For the pool `p`: a block stands between this person and the owner or the creator, in either direction. */
const isAcrossBlock = (sql: Connection, userId: Fragment) =>
  sql`exists (select from people_apart_from(${userId}) a where a in (p.owner_id, p.assigned_creator_id))`;

/** Whether a block stands between this person and the owner or the creator of the pool. */
export async function isApartFromPool(sql: Connection, userId: string, poolId: string): Promise<boolean> {
  const rows = await sql`select from pools p where p.id = ${poolId} and ${isAcrossBlock(sql, sql`${userId}::uuid`)}`;
  return rows.length > 0;
}

/**
 * A batch of the people who follow a pool and get its news, ordered by user id. `skipped`: they get the notice for fans (`except`, as in
 * `listFans`), or they and the owner or the creator are on two sides of a block.
 */
export async function listPoolFollowers(
  sql: Connection,
  { poolId, afterId, except, limit }: { poolId: string; afterId: string | null; except: FansOnly; limit: number },
): Promise<(Recipient & { skipped: boolean })[]> {
  const getsOther =
    except === 'all'
      ? sql`exists (select from pledges g where g.pool_id = p.id and g.fan_id = u.id and ${counts(sql)})`
      : sql`exists (select from content_access x where x.pool_id = p.id and x.user_id = u.id)`;
  return sql<(Recipient & { skipped: boolean })[]>`
    select u.id, u.email, u.locale, ${getsOther} or ${isAcrossBlock(sql, sql`u.id`)} as skipped
    from (
      select user_id, pool_id from pool_saves
      where pool_id = ${poolId} and news and user_id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
      order by user_id limit ${limit}) s
    join pools p on p.id = s.pool_id join users u on u.id = s.user_id
    order by u.id`;
}

/** The columns of a card that notices use. */
export interface CardRow {
  brand: string;
  last4: string;
  /** As YYYY-MM-DD. */
  lastDay: string;
}

/** The card of a pledge, if it expires before the pool can be collected. */
export async function findEarlyCard(sql: Connection, pledgeId: string): Promise<CardRow | undefined> {
  const [row] = await sql<CardRow[]>`
    select * from (
      select k.brand, k.last4,
        early_card_expiry(k.exp_year, k.exp_month, p.status,
            pool_takes_until(p.deadline, p.account_due_at, p.account_paused_at), p.response_due_at)::text as last_day
      from pledges g join cards k on k.id = g.card_id join pools p on p.id = g.pool_id where g.id = ${pledgeId}) card
    where last_day is not null`;
  return row;
}
