import type { PledgeRefusal } from '#contract/pools/pledge-refusals.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The funding state of a pool, as far as pledges need it. */
export interface PoolFunding {
  id: string;
  ownerId: string;
  title: string;
  status: PoolStatus;
  frozen: boolean;
  adult: boolean;
  /** Contributors cannot read the pool's latest delivery, because a copyright notice disabled it. */
  deliveryWithheld: boolean;
  /** Its delivery is readable, and pledges to it are charged at once. */
  takesLatePledges: boolean;
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
  assignedCreatorId: string | null;
  creatorSuspended: boolean;
  paymentDueAt: Date | null;
  terms: { feePercent: number } | null;
  /** The pool still takes pledges by its status, but the time for that is over. */
  overdue: boolean;
}

/** Whether the pool (a table's alias) still takes pledges by its status, but the time for that is over. */
export const isOverdue = (sql: Connection, pool: 'o' | 'p') => sql`
  (${sql(pool)}.status in ('open', 'accepted')
    and pool_takes_until(${sql(pool)}.deadline, ${sql(pool)}.account_due_at, ${sql(pool)}.account_paused_at) <= clock_timestamp()
    and not (${sql(pool)}.status = 'open' and ${sql(pool)}.assigned_creator_id is not null and coalesce(${sql(pool)}.response_left_ms, 0) > 0))`;

export const fundingColumns = (sql: Connection) => sql`
  o.id, o.owner_id, o.title, o.status, o.frozen, o.adult, delivery_is_withheld(o.id) as delivery_withheld, takes_late_pledges(o) as takes_late_pledges, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count,
  o.assigned_creator_id, is_suspended(o.assigned_creator_id) as creator_suspended, o.payment_due_at, o.terms,
  ${isOverdue(sql, 'o')} as overdue`;

/** The data for a new pledge: its pool, and the fan's newest saved card that can pay for it, if the fan wants to use it. */
export interface PledgeTarget extends PoolFunding {
  slug: string;
  ownerUsername: string;
  profileUsername: string | null;
  /** Why the pool takes no pledge of this fan now; null when it takes one. */
  refusal: PledgeRefusal | null;
  cardId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
}

/** The fan, the pool, and whether to read the saved card. */
export interface PledgeTargetQuery {
  poolId: string;
  fanId: string;
  withCard: boolean;
}

/** Reads the targets of many fans in one statement, because a crowd pledges to one pool. Keeps the order of the queries. */
export async function findPledgeTargets(
  sql: Connection,
  processors: { main: string; adult: string | null },
  queries: readonly PledgeTargetQuery[],
): Promise<(PledgeTarget | { id: null })[]> {
  // The driver encodes an array of booleans as one boolean, so booleans are sent as text.
  return sql<(PledgeTarget | { id: null })[]>`
    select ${fundingColumns(sql)}, o.slug, u.username as owner_username, c.username as profile_username,
      pledge_refusal(o, i.fan_id, takes_late_pledges(o), clock_timestamp()) as refusal,
      k.id as card_id, k.brand as card_brand, k.last4 as card_last4
    from unnest(${queries.map(({ poolId }) => poolId)}::uuid[], ${queries.map(({ fanId }) => fanId)}::uuid[],
      ${queries.map(({ withCard }) => String(withCard))}::text[]) with ordinality as i (pool_id, fan_id, with_card, n)
    left join pools o on o.id = i.pool_id
    left join users u on u.id = o.owner_id
    left join creator_profiles c on c.id = o.creator_profile_id
    left join lateral (
      select k.id, k.brand, k.last4 from cards k
      where i.with_card = 'true' and k.user_id = i.fan_id and k.processor = case when o.adult then ${processors.adult} else ${processors.main} end and k.removed_at is null
      order by k.created_at desc, k.id desc limit 1) k on true
    order by i.n`;
}

export async function findPoolFunding(sql: Connection, poolId: string): Promise<PoolFunding | undefined> {
  const [row] = await sql<PoolFunding[]>`select ${fundingColumns(sql)} from pools o where o.id = ${poolId}`;
  return row;
}

export async function findPoolOfPledge(sql: Connection, pledgeId: string): Promise<{ adult: boolean } | undefined> {
  const [row] = await sql<{ adult: boolean }[]>`
    select o.adult from pledges p join pools o on o.id = p.pool_id where p.id = ${pledgeId}`;
  return row;
}

/** Locks a pool for the caller's transaction. */
export async function lockPoolFunding(tx: Tx, poolId: string): Promise<PoolFunding> {
  await tx`select 1 from pools where id = ${poolId} for no key update`;
  const pool = await findPoolFunding(tx, poolId);
  if (!pool) throw new Error(`pool ${poolId} is gone`);
  return pool;
}
