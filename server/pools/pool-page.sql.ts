import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type {} from './hooks.ts';
import type { PoolRow } from './pool.ts';
import { type CardRow, cardColumns, cardJoins } from './pool-card-rows.ts';

export type PageRow = CardRow &
  Pick<
    PoolRow,
    | 'urlHash'
    | 'titleSlug'
    | 'allowLatePledges'
    | 'endReason'
    | 'endedAt'
    | 'terms'
    | 'responseDueAt'
    | 'accountDueAt'
    | 'accountPausedAt'
    | 'atCurrentAmount'
    | 'floorCents'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'quietUntil'
  > & {
    /** JSON as text, because parsing it once is faster than the driver's conversion of every key. */
    events: string;
    recentFans: string;
    atEnd: string | null;
    hasAccess: boolean;
    creatorSuspended: boolean;
    deliveryWithheld: boolean;
    isLiked: boolean;
    isSaved: boolean;
    getsNews: boolean;
    updateCount: number;
    claim: 'possible' | 'pending' | null;
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
    select ${cardColumns(sql)}, p.url_hash, p.title_slug, p.allow_late_pledges, p.end_reason, p.ended_at, p.terms, p.response_due_at,
      p.account_due_at, p.account_paused_at, p.at_current_amount, p.floor_cents, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until,
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
      (select case
          when exists (select 1 from pool_claims k where k.pool_id = p.id and k.user_id = v.owner_id and k.status = 'pending') then 'pending'
          when not p.frozen then 'possible' end
        from creator_profiles v
        where v.owner_id = ${viewerId} and v.status = 'verified' and p.assigned_creator_id is null and p.status in ('in_review', 'open', 'goal_met')
          and (p.creator_profile_id is null or p.creator_profile_id = v.id)) as claim,
      ${hooks.one('pool_page.my_pledge')(sql, viewerId)} as my_pledge
    from pools p ${cardJoins(sql)}
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
    select p.id from pools p ${cardJoins(sql)}
    where (p.title_slug = ${slug} or p.slug = ${slug})
      and lower(${creatorUsername}) in (lower(o.username), lower(c.username), lower(a.username))
    order by (p.slug = ${slug}) desc, (p.status not in ('in_review', 'removed')) desc, p.created_at desc
    limit 1`;
  return row?.id;
}
