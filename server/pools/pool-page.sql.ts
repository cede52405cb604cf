import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { PoolStatus } from '#contract/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
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
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'quietUntil'
  > & {
    /** JSON as text: parsed once here, not walked key by key by the driver. */
    events: string;
    recentFans: string;
    hasAccess: boolean;
    isLiked: boolean;
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
  declineReason: string | null;
  card: { brand: string; last4: string } | null;
  dismissed: boolean;
}

const recentFanLimit = 12;

/** Everything of one pool's page in one statement; `viewerId` null for visitors. */
export async function findPoolPage(
  sql: Connection,
  poolId: string,
  viewerId: string | null,
): Promise<PageRow | undefined> {
  const [row] = await sql<PageRow[]>`
    select ${cardColumns(sql)}, p.url_hash, p.title_slug, p.allow_late_pledges, p.end_reason, p.ended_at, p.terms, p.response_due_at,
      p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until,
      coalesce((
        select json_agg(json_build_object('from', e.from_status, 'to', e.to_status, 'at', e.at, 'reason', e.reason) order by e.id)
        from pool_events e where e.pool_id = p.id)::text, '[]') as events,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'username', f.username, 'displayName', f.display_name, 'avatarUrl', f.avatar_url,
            'adult', f.adult)
          order by f.pledged_at desc)
        from (
          select u.id, u.username, u.display_name, u.avatar_url, u.adult, g.pledged_at
          from pledges g join users u on u.id = g.fan_id
          where g.pool_id = p.id and not g.anonymous and not u.backs_private and g.status in ('pledged', 'charging', 'notified', 'paid')
          order by g.pledged_at desc
          limit ${recentFanLimit}) f)::text, '[]') as recent_fans,
      exists (select 1 from content_access x where x.pool_id = p.id and x.user_id = ${viewerId}) as has_access,
      exists (select 1 from pool_likes l where l.pool_id = p.id and l.user_id = ${viewerId}) as is_liked,
      (select case
          when exists (select 1 from pool_claims k where k.pool_id = p.id and k.user_id = v.owner_id and k.status = 'pending') then 'pending'
          when not p.frozen then 'possible' end
        from creator_profiles v
        where v.owner_id = ${viewerId} and v.status = 'verified' and p.assigned_creator_id is null and p.status in ('in_review', 'open', 'goal_met')
          and (p.creator_profile_id is null or p.creator_profile_id = v.id)) as claim,
      (select json_build_object('id', g.id, 'amountCents', g.amount_cents, 'status', g.status, 'anonymous', g.anonymous,
          'createdAt', g.created_at, 'dueAt', g.due_at, 'paidAt', g.paid_at, 'refundedAt', g.refunded_at,
          'declineReason', g.decline_reason,
          'card', case when k.id is not null then json_build_object('brand', k.brand, 'last4', k.last4) end,
          'dismissed', coalesce(g.dismissed_until > clock_timestamp(), false))::text
        from pledges g left join cards k on k.id = g.card_id
        where g.pool_id = p.id and g.fan_id = ${viewerId}
        order by (g.status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid')) desc, g.created_at desc
        limit 1) as my_pledge
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

/** The newest visible pool of that slug or title slug that belongs to this creator, be it as target, as assigned or as owner. */
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
