import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { fundingColumns, type PoolFunding } from './pool-funding.sql.ts';

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

const pledgeColumns = (sql: Connection) => sql`
  p.id, p.pool_id, p.fan_id, p.amount_cents, p.refunded_cents, p.request_cents, p.status, p.anonymous, p.card_id, p.created_at, p.notified_at,
  p.due_at, p.remind_at, p.setup_due_at, coalesce(p.due_at > clock_timestamp(), false) as due,
  is_suspended(p.fan_id) as fan_suspended`;
export async function findPledge(sql: Connection, id: string): Promise<PledgeRow | undefined> {
  const [row] = await sql<PledgeRow[]>`select ${pledgeColumns(sql)} from pledges p where p.id = ${id}`;
  return row;
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

/** Marks the pledge that met the goal. The caller has locked the pool. */
export async function markGoalMet(tx: Tx, pledgeId: string): Promise<void> {
  await tx`update pledges set met_goal_at = clock_timestamp() where id = ${pledgeId}`;
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

/** The pledges of a creator's pools whose cards are being charged or wait for that. */
export async function listChargingFor(sql: Connection, creatorId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pools o join pledges p on p.pool_id = o.id
    where o.assigned_creator_id = ${creatorId} and o.status = 'collecting' and not o.frozen and p.status = 'charging'
    order by p.id`;
  return rows.map(({ id }) => id);
}
