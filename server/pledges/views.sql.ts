import type { CreatorStatus } from '#contract/creators/creators.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { joinFiguresAtEnd, shownFigures } from './figures-at-end.ts';
import { isOverdue } from './pool-funding.sql.ts';

export interface ViewRow {
  id: string;
  poolId: string;
  poolTitle: string;
  poolStatus: PoolStatus;
  slug: string;
  adult: boolean;
  ownerUsername: string;
  profileUsername: string | null;
  amountCents: number;
  status: PledgeStatus;
  anonymous: boolean;
  createdAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  refundedAt: Date | null;
  refundedCents: number;
  refundedOutside: boolean;
  declineReason: string | null;
  declineKind: PledgeView['declineKind'];
  cardBrand: string | null;
  cardLast4: string | null;
  /** As YYYY-MM-DD. */
  cardExpiresOn: string | null;
  dismissed: boolean;
  metGoal: boolean;
  poolCompleted: boolean;
  objectUntil: Date | null;
  /** These decide what the fan may do with it. The last two are false unless the pledge waits for its card. */
  due: boolean;
  fanSuspended: boolean;
  frozen: boolean;
  overdue: boolean;
  creatorSuspended: boolean;
  takesLatePledges: boolean;
}

/**
 * Joins the card of a pledge as `k`: the charged one after a payment, the saved one before it. A payment on the processor's page has
 * no card, because the processor does not report it.
 */
export const cardJoin = (sql: Connection, pledge: 'p' | 'g') => sql`
  left join payments y on y.subject = 'pledge:' || ${sql(pledge)}.id and y.status = 'succeeded'
  left join cards k on k.id = case when y.id is null then ${sql(pledge)}.card_id else y.card_id end`;

/** The last day of the card `k`, if it expires before the pool `o` can charge the pledge `p`; null otherwise. */
export const earlyExpiry = (sql: Connection) => sql`
  case when p.status = 'pledged' then early_card_expiry(k.exp_year, k.exp_month, o.status,
    pool_takes_until(o.deadline, o.account_due_at, o.account_paused_at), o.response_due_at) end`;

const columns = (sql: Connection) => sql`
  p.id, p.pool_id, o.title as pool_title, o.status as pool_status, o.slug, o.adult, u.username as owner_username, c.username as profile_username,
  p.amount_cents, p.status, p.anonymous, p.created_at, p.due_at, p.paid_at, p.refunded_at, p.refunded_cents, p.refunded_outside, p.decline_reason, p.decline_kind,
  k.brand as card_brand, k.last4 as card_last4, ${earlyExpiry(sql)}::text as card_expires_on, coalesce(p.dismissed_until > clock_timestamp(), false) as dismissed,
  p.met_goal_at is not null as met_goal,
  o.status in ('completed', 'removed') as pool_completed, case when o.status = 'delivered' then o.quiet_until end as object_until,
  coalesce(p.due_at > clock_timestamp(), false) as due, is_suspended(p.fan_id) as fan_suspended, o.frozen, ${isOverdue(sql, 'o')} as overdue,
  p.status = 'setup_pending' and is_suspended(o.assigned_creator_id) as creator_suspended,
  p.status = 'setup_pending' and takes_late_pledges(o) as takes_late_pledges`;
const joins = (sql: Connection) => sql`
  join pools o on o.id = p.pool_id
  join users u on u.id = o.owner_id
  left join creator_profiles c on c.id = o.creator_profile_id
  ${cardJoin(sql, 'p')}`;

export async function findView(sql: Connection, id: string, fanId: string): Promise<ViewRow | undefined> {
  const [row] = await sql<ViewRow[]>`
    select ${columns(sql)} from pledges p ${joins(sql)} where p.id = ${id} and p.fan_id = ${fanId}`;
  return row;
}

/** A pledge in a list, with the figures, the first picture and the creator of its pool. */
export interface ListedRow extends ViewRow {
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  categoryIds: number[];
  imageKey: string | null;
  deadline: Date;
  /** Null without a target creator, unless a creator claimed the pool. */
  creatorUsername: string | null;
  creatorName: string;
  creatorAvatar: string | null;
  creatorStatus: CreatorStatus;
  creatorCategoryId: number | null;
  /** The number of all pledges of the list, which `limit` may cut. */
  total: number;
}

/** The pledges in these statuses, or all; newest first. */
export async function listViews(
  sql: Connection,
  { fanId, statuses, limit }: { fanId: string; statuses: readonly PledgeStatus[] | null; limit: number },
): Promise<ListedRow[]> {
  const chosen = sql`p.fan_id = ${fanId} and (${statuses}::text[] is null or p.status = any(${statuses}::text[]))`;
  return sql<ListedRow[]>`
    select ${columns(sql)}, o.goal_cents, ${shownFigures(sql, 'o')}, o.paid_cents, o.category_ids, o.deadline,
      m.username as creator_username, m.display_name as creator_name, m.avatar_url as creator_avatar, m.status as creator_status, m.category_id as creator_category_id,
      (select i.key from pool_images pi join images i on i.id = pi.image_id where pi.pool_id = o.id order by pi.position limit 1) as image_key,
      (select count(*)::int from pledges p where ${chosen}) as total
    from pledges p ${joins(sql)} ${joinFiguresAtEnd(sql, 'o')}
    left join creator_profiles a on a.owner_id = o.assigned_creator_id
    left join creator_profiles m on m.id = coalesce(c.id, a.id)
    where ${chosen}
    order by p.created_at desc, p.id desc
    limit ${limit}`;
}
