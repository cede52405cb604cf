import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeRefusal } from '#contract/pools/pledge-refusals.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type {} from './hooks.ts';
import type { PoolRow } from './pool.ts';
import { type CardRow, liveCardColumns, liveCardJoins } from './pool-card-rows.ts';

export type PageRow = CardRow &
  Pick<
    PoolRow,
    | 'urlHash'
    | 'titleSlug'
    | 'allowLatePledges'
    | 'endReason'
    | 'endedAt'
    | 'terms'
    | 'frozenAt'
    | 'deliveryDays'
    | 'responseDueAt'
    | 'responseLeftMs'
    | 'accountDueAt'
    | 'accountPausedAt'
    | 'atCurrentAmount'
    | 'floorCents'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'deliveryPausedAt'
    | 'quietUntil'
  > & {
    now: Date;
    /** JSON as text, because parsing it once is faster than the driver's conversion of every key. */
    events: string;
    recentFans: string;
    /** The owner of the target profile; null without one. */
    profileOwnerId: string | null;
    atEnd: string | null;
    hasAccess: boolean;
    creatorSuspended: boolean;
    deliveryWithheld: boolean;
    isLiked: boolean;
    isSaved: boolean;
    getsNews: boolean;
    updateCount: number;
    /** The viewer's profile with which they may claim pools; null without one. */
    workingProfileId: string | null;
    hasOpenClaim: boolean;
    pledgeRefusal: PledgeRefusal | null;
    takesLatePledges: boolean;
    /** False for people other than the owner, who do not need to know. */
    othersPledged: boolean;
    myPledge: string | null;
  };

export interface EventJson {
  from: PoolStatus | null;
  to: PoolStatus;
  at: string;
  reason: string | null;
}
export interface FanJson {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  adult: boolean;
}
export interface PledgeJson {
  id: string;
  amountCents: number;
  status: PledgeStatus;
  anonymous: boolean;
  createdAt: string;
  dueAt: string | null;
  /** Whether it can be paid now, and whether the time in which its pool takes pledges is over. */
  due: boolean;
  overdue: boolean;
  paidAt: string | null;
  refundedAt: string | null;
  refundedCents: number;
  refundedOutside: boolean;
  declineReason: string | null;
  declineKind: 'soft' | 'hard' | 'needs_action' | null;
  card: { brand: string; last4: string } | null;
  cardExpiresOn: string | null;
  dismissed: boolean;
  metGoal: boolean;
}

/** Reads all data of a pool page in one statement, with columns of later modules; `viewerId` is null for visitors. */
export async function findPoolPage(
  { db: { sql }, hooks }: Pick<Platform, 'db' | 'hooks'>,
  poolId: string,
  viewerId: string | null,
): Promise<PageRow | undefined> {
  const [row] = await sql<PageRow[]>`
    select ${liveCardColumns(sql)}, p.url_hash, p.title_slug, p.allow_late_pledges, p.end_reason, p.ended_at, p.terms, p.frozen_at, p.delivery_days, p.response_due_at, p.response_left_ms,
      p.account_due_at, p.account_paused_at, p.at_current_amount, p.floor_cents, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.delivery_paused_at,
      p.quiet_until, c.owner_id as profile_owner_id, clock_timestamp() as now,
      coalesce((
        select json_agg(json_build_object('from', e.from_status, 'to', e.to_status, 'at', e.at, 'reason', e.reason) order by e.id)
        from pool_events e where e.pool_id = p.id)::text, '[]') as events,
      ${hooks.one('pool_page.recent_fans')(sql)} as recent_fans,
      ${hooks.one('pool_page.at_end')(sql)} as at_end,
      is_suspended(p.assigned_creator_id) as creator_suspended,
      ${hooks.one('pool_page.has_access')(sql, viewerId)} as has_access,
      ${hooks.one('pool_page.delivery_withheld')(sql)} as delivery_withheld,
      ${hooks.one('pool_page.is_liked')(sql, viewerId)} as is_liked,
      ${hooks.one('pool_page.is_saved')(sql, viewerId)} as is_saved,
      ${hooks.one('pool_page.gets_news')(sql, viewerId)} as gets_news,
      ${hooks.one('pool_page.update_count')(sql)} as update_count,
      (select v.id from creator_profiles v where v.owner_id = ${viewerId} and v.status = 'verified') as working_profile_id,
      exists (select from pool_claims k where k.pool_id = p.id and k.user_id = ${viewerId} and k.status = 'pending') as has_open_claim,
      ${hooks.one('pool_page.pledge_refusal')(sql, viewerId)} as pledge_refusal,
      ${hooks.one('pool_page.takes_late_pledges')(sql)} as takes_late_pledges,
      case when p.owner_id = ${viewerId} then ${hooks.one('pool_page.others_pledged')(sql)} else false end as others_pledged,
      ${hooks.one('pool_page.my_pledge')(sql, viewerId)} as my_pledge
    from pools p ${liveCardJoins(sql)}
    where p.id = ${poolId}`;
  return row;
}

export async function findIdBySlug(sql: Connection, slug: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from pools where slug = ${slug}`;
  return row?.id;
}

export async function findIdByHash(sql: Connection, urlHash: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from pools where url_hash = ${urlHash}`;
  return row?.id;
}

/** The newest visible pool with this slug or title slug whose target creator, assigned creator or owner has this username. */
export async function findIdByCreator(
  sql: Connection,
  creatorUsername: string,
  slug: string,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select p.id from pools p ${liveCardJoins(sql)}
    where (p.title_slug = ${slug} or p.slug = ${slug})
      and lower(${creatorUsername}) in (lower(o.username), lower(c.username), lower(a.username))
    order by (p.slug = ${slug}) desc, (p.status not in ('in_review', 'removed')) desc, p.created_at desc
    limit 1`;
  return row?.id;
}
