import type { RequestStage } from '#contract/creators/creator-dashboard.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { type CardRow, cardParts } from '#server/pools/pool-card-rows.ts';

export type RequestRow = CardRow &
  Pick<
    PoolRow,
    | 'terms'
    | 'frozenAt'
    | 'deliveryDays'
    | 'responseLeftMs'
    | 'floorCents'
    | 'responseDueAt'
    | 'accountDueAt'
    | 'accountPausedAt'
    | 'atCurrentAmount'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'deliveryPausedAt'
    | 'quietUntil'
    | 'endedAt'
    | 'allowLatePledges'
  > & {
    now: Date;
    /** The admin's reason for a new delivery, from the review or the answer to an upheld objection. */
    sentBackReason: string | null;
    /** Completed, or removed after that. */
    wasCompleted: boolean;
    hasOpenObjection: boolean;
  };

/** Columns of the pool `p` beyond those of its card. */
const moreColumns = (sql: Connection) => sql`
  clock_timestamp() as now, p.frozen_at, p.delivery_days, p.response_left_ms, p.terms, p.floor_cents, p.response_due_at, p.account_due_at, p.account_paused_at, p.at_current_amount,
  p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.delivery_paused_at, p.quiet_until, p.ended_at, p.allow_late_pledges,
  case when p.status = 'in_production' then (
    select case when e.from_status in ('delivery_review', 'delivered') then coalesce(e.reason, '') end
    from pool_events e where e.pool_id = p.id and e.to_status = 'in_production'
    order by e.id desc limit 1) end as sent_back_reason,
  p.status = 'completed' or p.status = 'removed' and exists (
    select 1 from pool_events e where e.pool_id = p.id and e.to_status = 'completed') as was_completed,
  exists (select 1 from objections o where o.pool_id = p.id and o.status = 'open') as has_open_objection`;

/** The statuses of each stage. Work is listed in this order, most urgent first. */
export const statusesOf: Record<RequestStage, readonly PoolStatus[]> = {
  waiting: ['goal_met', 'open'],
  working: ['shortfall', 'in_production', 'collecting', 'accepted', 'delivery_review', 'delivered'],
  ended: ['completed', 'refunded', 'declined', 'lapsed', 'expired', 'cancelled', 'removed'],
};

/** The order of a stage. Requests whose clock runs come first, then those that are closest to their goal. */
const orderOf: Record<RequestStage, (sql: Connection) => Fragment> = {
  waiting: (sql) => sql`
    p.status = 'goal_met' desc, case when p.status = 'goal_met' then coalesce(p.response_due_at, p.deadline) end,
    p.pledged_cents::float8 / p.goal_cents desc, p.id`,
  working: (sql) => sql`
    array_position(${[...statusesOf.working]}::text[], p.status),
    coalesce(p.shortfall_due_at, p.delivery_due_at, p.quiet_until, p.payment_due_at,
      case when p.account_paused_at is null then p.account_due_at end, p.deadline), p.id`,
  ended: (sql) => sql`coalesce(p.ended_at, p.created_at) desc, p.id`,
};

/** One page of a creator's pools in a stage. The page is chosen before the columns of its cards are read. */
export async function listRequestsOfCreator(
  context: Pick<Platform, 'db' | 'hooks'>,
  creatorId: string,
  { stage, limit, offset }: { stage: RequestStage; limit: number; offset: number },
): Promise<RequestRow[]> {
  const { sql } = context.db;
  const { columns, joins } = cardParts(context);
  return sql<RequestRow[]>`
    with page as materialized (
      select p.id, row_number() over (order by ${orderOf[stage](sql)}) as place
      from pools p where p.assigned_creator_id = ${creatorId} and p.status = any(${[...statusesOf[stage]]}::text[])
      order by place limit ${limit} offset ${offset})
    select ${columns}, ${moreColumns(sql)}
    from page join pools p on p.id = page.id ${joins}
    order by page.place`;
}

export async function findRequestOfCreator(
  context: Pick<Platform, 'db' | 'hooks'>,
  creatorId: string,
  poolId: string,
): Promise<RequestRow | undefined> {
  const { sql } = context.db;
  const { columns, joins } = cardParts(context);
  const [row] = await sql<RequestRow[]>`
    select ${columns}, ${moreColumns(sql)} from pools p ${joins} where p.id = ${poolId} and p.assigned_creator_id = ${creatorId}`;
  return row;
}

export async function countByStatus(
  sql: Connection,
  creatorId: string,
): Promise<{ status: PoolStatus; count: number }[]> {
  return sql<{ status: PoolStatus; count: number }[]>`
    select status, count(*)::int as count from pools where assigned_creator_id = ${creatorId} group by status`;
}

/** The money that is held for all pools of a creator, in cents. */
export async function sumHeldForCreator(sql: Connection, creatorId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(b.balance_cents), 0)::bigint as total
    from pools p join ledger_balances b on b.account = 'held:' || p.id
    where p.assigned_creator_id = ${creatorId}`;
  return row?.total ?? 0;
}
