import { type PledgeStatus, unlistedPledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { newestFirst, positionOf, type RowPosition, rowsAfter } from '#server/platform/postgres/row-position.ts';

/** SQL condition: the pledge `g` had a verified card, and the fan did not withdraw it. */
const counts = (sql: Connection) =>
  sql`(g.pledged_at is not null or g.paid_at is not null) and g.status <> all (${[...unlistedPledgeStatuses]}::text[])`;

/** SQL condition: the pledge `g` counts now. */
const isLive = (sql: Connection) => sql`g.status in ('pledged', 'charging', 'notified', 'paid')`;

/** A pledge. Its position is the time of `pledgedAt`. */
export interface ContributorRow extends RowPosition {
  anonymous: boolean;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  adult: boolean;
  amountCents: number;
  status: PledgeStatus;
  pledgedAt: Date;
  paidAt: Date | null;
}

/** A page of a pool's pledges, newest first, or of those after `after`. */
export async function listContributorRows(
  sql: Connection,
  poolId: string,
  { limit, offset, after }: { limit: number; offset: number; after?: RowPosition | undefined },
): Promise<ContributorRow[]> {
  return sql<ContributorRow[]>`
    select x.id, ${positionOf(sql, 'x')} as position, x.anonymous, u.username, u.display_name, u.avatar_url, u.adult, x.amount_cents,
      x.status, x.created_at as pledged_at, x.paid_at
    from (
      select g.id, g.fan_id, g.anonymous, g.amount_cents, g.status, coalesce(g.pledged_at, g.paid_at) as created_at, g.paid_at
      from pledges g where g.pool_id = ${poolId} and ${counts(sql)}) x
    join users u on u.id = x.fan_id where ${rowsAfter(sql, after, false, 'x')}
    order by ${newestFirst(sql, false, 'x')} limit ${limit} offset ${offset}`;
}

export interface ContributorTotals {
  totalCount: number;
  liveCount: number;
  pledgedCents: number;
  paidCents: number;
  dueCents: number;
  refundedCents: number;
  disputedCents: number;
}

export async function sumContributors(sql: Connection, poolId: string): Promise<ContributorTotals> {
  const [row] = await sql<ContributorTotals[]>`
    select count(*)::int as total_count, count(*) filter (where ${isLive(sql)})::int as live_count,
      coalesce(sum(g.amount_cents) filter (where ${isLive(sql)}), 0)::bigint as pledged_cents,
      coalesce(sum(g.amount_cents - g.refunded_cents) filter (where g.status = 'paid'), 0)::bigint as paid_cents,
      coalesce(sum(g.amount_cents) filter (where g.status = 'notified'), 0)::bigint as due_cents,
      coalesce(sum(case when g.status in ('refund_pending', 'refunded') then g.amount_cents else g.refunded_cents end), 0)::bigint as refunded_cents,
      coalesce(sum(g.amount_cents) filter (where g.status = 'disputed'), 0)::bigint as disputed_cents
    from pledges g where g.pool_id = ${poolId} and ${counts(sql)}`;
  return (
    row ?? {
      totalCount: 0,
      liveCount: 0,
      pledgedCents: 0,
      paidCents: 0,
      dueCents: 0,
      refundedCents: 0,
      disputedCents: 0,
    }
  );
}

export interface OwnPool {
  status: string;
  frozen: boolean;
}

/** The pool if it is assigned to this creator. */
export async function findOwnPool(sql: Connection, creatorId: string, poolId: string): Promise<OwnPool | undefined> {
  const [row] = await sql<OwnPool[]>`
    select status, frozen from pools where id = ${poolId} and assigned_creator_id = ${creatorId}`;
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockOwnPool(tx: Tx, creatorId: string, poolId: string): Promise<OwnPool | undefined> {
  const [row] = await tx<OwnPool[]>`
    select status, frozen from pools where id = ${poolId} and assigned_creator_id = ${creatorId} for no key update`;
  return row;
}

/** Makes everyone with a live pledge, except the creator, a recipient. Returns their number. */
export async function insertRecipients(
  tx: Tx,
  { messageId, poolId, creatorId }: { messageId: string; poolId: string; creatorId: string },
): Promise<void> {
  await tx`
    insert into creator_message_recipients (message_id, user_id)
    select ${messageId}, g.fan_id from pledges g
    where g.pool_id = ${poolId} and ${isLive(tx)} and g.fan_id <> ${creatorId}`;
}

export async function countRecipientsNow(tx: Tx, poolId: string, creatorId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from pledges g where g.pool_id = ${poolId} and ${isLive(tx)} and g.fan_id <> ${creatorId}`;
  return row?.n ?? 0;
}
