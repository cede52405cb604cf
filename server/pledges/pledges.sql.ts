import { v7 as newId } from 'uuid';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface PledgeRow {
  id: string;
  poolId: string;
  fanId: string;
  amountCents: number;
  /** The refunded cents of its payment. */
  refundedCents: number;
  requestCents: number;
  status: PledgeStatus;
  anonymous: boolean;
  cardId: string | null;
  createdAt: Date;
  notifiedAt: Date | null;
  dueAt: Date | null;
  remindAt: Date | null;
  setupDueAt: Date | null;
  /** Whether the fan can pay it now. */
  due: boolean;
  fanSuspended: boolean;
}

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

const pledgeColumns = (sql: Connection) => sql`
  p.id, p.pool_id, p.fan_id, p.amount_cents, p.refunded_cents, p.request_cents, p.status, p.anonymous, p.card_id, p.created_at, p.notified_at,
  p.due_at, p.remind_at, p.setup_due_at, coalesce(p.due_at > clock_timestamp(), false) as due,
  is_suspended(p.fan_id) as fan_suspended`;
export const fundingColumns = (sql: Connection) => sql`
  o.id, o.owner_id, o.title, o.status, o.frozen, o.adult, delivery_is_withheld(o.id) as delivery_withheld, takes_late_pledges(o) as takes_late_pledges, o.goal_cents, o.pledged_cents, o.paid_cents, o.fan_count,
  o.assigned_creator_id, is_suspended(o.assigned_creator_id) as creator_suspended, o.payment_due_at, o.terms,
  (o.status in ('open', 'accepted')
    and pool_takes_until(o.deadline, o.account_due_at, o.account_paused_at) <= clock_timestamp()
    and not (o.status = 'open' and o.assigned_creator_id is not null and coalesce(o.response_left_ms, 0) > 0)) as overdue`;

export async function findPoolFunding(sql: Connection, poolId: string): Promise<PoolFunding | undefined> {
  const [row] = await sql<PoolFunding[]>`select ${fundingColumns(sql)} from pools o where o.id = ${poolId}`;
  return row;
}

export async function findPoolOfPledge(sql: Connection, pledgeId: string): Promise<{ adult: boolean } | undefined> {
  const [row] = await sql<{ adult: boolean }[]>`
    select o.adult from pledges p join pools o on o.id = p.pool_id where p.id = ${pledgeId}`;
  return row;
}

export async function findPledge(sql: Connection, id: string): Promise<PledgeRow | undefined> {
  const [row] = await sql<PledgeRow[]>`select ${pledgeColumns(sql)} from pledges p where p.id = ${id}`;
  return row;
}

export async function findLivePledge(sql: Connection, poolId: string, fanId: string): Promise<PledgeRow | undefined> {
  const [row] = await sql<PledgeRow[]>`
    select ${pledgeColumns(sql)} from pledges p
    where p.pool_id = ${poolId} and p.fan_id = ${fanId}
      and p.status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid', 'disputed')
    order by p.status = 'disputed' limit 1`;
  return row;
}

/** Locks a pool for the caller's transaction. */
export async function lockPoolFunding(tx: Tx, poolId: string): Promise<PoolFunding> {
  await tx`select 1 from pools where id = ${poolId} for no key update`;
  const pool = await findPoolFunding(tx, poolId);
  if (!pool) throw new Error(`pool ${poolId} is gone`);
  return pool;
}

/**
 * Locks the pool of a pledge, then the pledge: every transaction keeps this order. Reads the pool and the clock after it has the lock,
 * in a separate statement: one that waits for a lock sees other tables, such as the deliveries, as they were before the wait.
 * The statements are sent together, which saves round trips; PostgreSQL runs them one after another.
 */
export async function lockPledgeAndPool(
  tx: Tx,
  pledgeId: string,
): Promise<{ pool: PoolFunding; pledge: PledgeRow } | undefined> {
  const [, [pool], [pledge]] = await Promise.all([
    tx`select 1 from pools where id = (select pool_id from pledges where id = ${pledgeId}) for no key update`,
    tx<PoolFunding[]>`
      select ${fundingColumns(tx)} from pools o where o.id = (select pool_id from pledges where id = ${pledgeId})`,
    tx<PledgeRow[]>`
      with p as materialized (select * from pledges where id = ${pledgeId} for update)
      select ${pledgeColumns(tx)} from p`,
  ]);
  return pool && pledge ? { pool, pledge } : undefined;
}

export interface NewPledge {
  poolId: string;
  fanId: string;
  amountCents: number;
  requestKey: string;
  anonymous: boolean;
  /** The mark of the content that the fan saw. */
  seen?: string | undefined;
}

/** Inserts a pledge that waits for its card. Undefined if the request key is used or the fan has another live pledge. */
export async function insertPledge(tx: Tx, pledge: NewPledge, setupMs: number): Promise<PledgeRow | undefined> {
  const [row] = await tx<PledgeRow[]>`
    insert into pledges as p (id, pool_id, fan_id, amount_cents, status, request_key, request_cents, request_anonymous, anonymous, setup_due_at)
    select ${newId()}::uuid, ${pledge.poolId}, ${pledge.fanId}, ${pledge.amountCents}, 'setup_pending', ${pledge.requestKey}, ${pledge.amountCents},
      ${pledge.anonymous}, ${pledge.anonymous}, clock_timestamp() + ${setupMs} * interval '1 ms'
    where not exists (select 1 from pledge_restarts where fan_id = ${pledge.fanId} and request_key = ${pledge.requestKey})
      and not exists (
        select 1 from pledges d where d.pool_id = ${pledge.poolId} and d.fan_id = ${pledge.fanId} and d.status = 'disputed')
    on conflict do nothing
    returning ${pledgeColumns(tx)}`;
  return row;
}

/** Stores a new request key with new terms for an existing pledge; false if the key is used. */
export async function insertRestart(tx: Tx, pledgeId: string, pledge: NewPledge): Promise<boolean> {
  const rows = await tx`
    insert into pledge_restarts (fan_id, request_key, pledge_id, request_cents, request_anonymous)
    select ${pledge.fanId}, ${pledge.requestKey}, ${pledgeId}, ${pledge.amountCents}, ${pledge.anonymous}
    where not exists (select 1 from pledges where fan_id = ${pledge.fanId} and request_key = ${pledge.requestKey})
    on conflict do nothing
    returning 1`;
  return rows.length > 0;
}

/** Columns that an event can set besides the status and its timestamp. */
export interface PledgePatch {
  amountCents?: number;
  refundedCents?: number;
  refundedOutside?: boolean;
  anonymous?: boolean;
  cardId?: string;
  declineCode?: string | null;
  declineReason?: string | null;
  declineKind?: PledgeView['declineKind'];
}

/** Writes the new status and its timestamp. The caller has locked the row. */
export async function updatePledge(tx: Tx, id: string, status: PledgeStatus, patch: PledgePatch): Promise<PledgeRow> {
  const { amountCents, refundedCents, refundedOutside, anonymous, cardId, declineCode, declineReason, declineKind } =
    patch;
  const kept = { code: tx`decline_code`, reason: tx`decline_reason`, kind: tx`decline_kind` };
  const [row] = await tx<PledgeRow[]>`
    update pledges p set
      status = ${status},
      pledged_at = case when ${status} = 'pledged' then coalesce(pledged_at, clock_timestamp()) else pledged_at end,
      notified_at = case when ${status} = 'notified' then coalesce(notified_at, clock_timestamp()) else notified_at end,
      paid_at = case when ${status} = 'paid' then coalesce(paid_at, clock_timestamp()) else paid_at end,
      refunded_at = case when ${status} = 'refunded' then clock_timestamp() else refunded_at end,
      ended_at = case when ${status} in ('withdrawn', 'released', 'dropped', 'refunded', 'dispute_lost') then clock_timestamp() end,
      amount_cents = coalesce(${amountCents ?? null}, amount_cents),
      refunded_cents = coalesce(${refundedCents ?? null}, refunded_cents),
      refunded_outside = coalesce(${refundedOutside ?? null}, refunded_outside),
      anonymous = coalesce(${anonymous ?? null}, anonymous),
      card_id = coalesce(${cardId ?? null}, card_id),
      decline_code = ${declineCode === undefined ? kept.code : declineCode},
      decline_reason = ${declineReason === undefined ? kept.reason : declineReason},
      decline_kind = ${declineKind === undefined ? kept.kind : declineKind}
    where id = ${id}
    returning ${pledgeColumns(tx)}`;
  if (!row) throw new Error(`pledge ${id} is gone`);
  return row;
}

/** Restarts the set-up window. */
export async function extendSetup(tx: Tx, id: string, setupMs: number): Promise<void> {
  await tx`update pledges set setup_due_at = clock_timestamp() + ${setupMs} * interval '1 ms' where id = ${id}`;
}

/** Whether the fan has another live pledge in the same pool. */
export async function hasOtherLivePledge(
  tx: Tx,
  { id, poolId, fanId }: Pick<PledgeRow, 'id' | 'poolId' | 'fanId'>,
): Promise<boolean> {
  const rows = await tx`
    select 1 from pledges where pool_id = ${poolId} and fan_id = ${fanId} and id <> ${id}
      and status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid')`;
  return rows.length > 0;
}

export async function hasPledgeIn(tx: Tx, poolId: string, status: PledgeStatus): Promise<boolean> {
  const rows = await tx`select 1 from pledges where pool_id = ${poolId} and status = ${status} limit 1`;
  return rows.length > 0;
}

/** The fan's newest saved card. */
export async function findCard(
  sql: Connection,
  { fanId, processor }: { fanId: string; processor: string },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from cards where user_id = ${fanId} and processor = ${processor} and removed_at is null
    order by created_at desc, id desc limit 1`;
  return row?.id;
}

/** Stores why no card was saved, for the page to which the fan returns. Saving a card clears it. */
export async function recordSetupDecline(tx: Tx, id: string, reason: string): Promise<void> {
  await tx`update pledges set decline_reason = ${reason} where id = ${id} and status = 'setup_pending'`;
}

/** Stores the card of a pledge that cannot be confirmed yet, so that the end of its set-up window does not release it. */
export async function keepCard(tx: Tx, id: string, cardId: string): Promise<void> {
  await tx`update pledges set card_id = ${cardId}, decline_reason = null where id = ${id} and status = 'setup_pending'`;
}

/** A frozen pool confirms a pledge only after the freeze, so a card that waits for it is in use, too. */
export async function isCardInUse(tx: Tx, cardId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from cards k join pledges p on p.fan_id = k.user_id and p.card_id = k.id
    where k.id = ${cardId} and p.status in ('setup_pending', 'pledged', 'charging', 'notified') limit 1`;
  return rows.length > 0;
}

interface MoneyOfPledge {
  /** Whether a charge may be running. */
  underWay: boolean;
  open: boolean;
  /** Whether a part of the paid money did not go back to the fan. */
  held: boolean;
  /** Whether the pool has that part, and neither a release, a refund nor a dispute takes it. */
  unclaimed: boolean;
  refundedCents: number;
}

/** The payments of a subject. */
export async function moneyOf(sql: Connection, subject: string): Promise<MoneyOfPledge> {
  const [row] = await sql<MoneyOfPledge[]>`
    select coalesce(bool_or(status = 'processing'), false) as under_way,
      coalesce(bool_or(status in ('created', 'processing')), false) as open,
      coalesce(bool_or(status = 'succeeded' and refunded_cents + lost_cents < amount_cents), false) as held,
      coalesce(bool_or(status = 'succeeded' and claimed_by is null and refunded_cents + lost_cents < amount_cents), false) as unclaimed,
      coalesce(sum(refunded_cents) filter (where status = 'succeeded'), 0)::bigint as refunded_cents
    from payments where subject = ${subject}`;
  return row ?? { underWay: false, open: false, held: false, unclaimed: false, refundedCents: 0 };
}

/** The pledges of a pool with a page or a charge that is not settled. */
export async function listWithOpenPages(tx: Tx, poolId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select p.id from pledges p where p.pool_id = ${poolId} and p.status in ('setup_pending', 'charging', 'notified') and (
      exists (select from payments y where y.subject = 'pledge:' || p.id and y.status in ('created', 'processing'))
      or exists (select from card_setups s where s.subject = 'pledge:' || p.id and s.status = 'created'))`;
  return rows.map(({ id }) => id);
}

/**
 * The pledges whose unsettled payments a suspension ends: those of the fan, and unpaid late pledges to the pools of the creator.
 */
export async function listPayingFor(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select distinct p.id from payments y join pledges p on y.subject = 'pledge:' || p.id join pools o on o.id = p.pool_id
    where y.status in ('created', 'processing') and (p.fan_id = ${userId}
      or o.assigned_creator_id = ${userId} and p.status = 'setup_pending')`;
  return rows.map(({ id }) => id);
}

/** Whether the last decline of the saved card was soft, so that a retry may succeed. */
export async function wasDeclinedSoftly(sql: Connection, subject: string): Promise<boolean> {
  const [row] = await sql<{ declineKind: string | null }[]>`
    select decline_kind from payments where subject = ${subject} and kind = 'off_session' order by attempt desc limit 1`;
  return row?.declineKind === 'soft';
}

/** Pledges whose job may be lost, in the order of their ids, after the last one of the previous batch. Those that wait for a card only once their window is over. */
export async function listInProgress(
  sql: Connection,
  status: 'charging' | 'refund_pending' | 'setup_pending',
  { limit, after }: { limit: number; after: string | undefined },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pledges p join pools o on o.id = p.pool_id
    where p.status = ${status} and (${status} = 'refund_pending' or not o.frozen)
      ${status === 'setup_pending' ? sql`and p.setup_due_at < clock_timestamp()` : sql``} ${after ? sql`and p.id > ${after}` : sql``}
    order by p.id limit ${limit}`;
  return rows.map(({ id }) => id);
}
