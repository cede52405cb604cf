import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/**
 * The journals about what a creator is owed less what they owe, with the amount that each added. A deduction of debt from a payout adds
 * nothing: it moves the amount from one account to the other.
 */
const balanceEntries = (sql: Connection, userId: string) => sql`
  select e.journal_id, -sum(e.amount_cents)::bigint as amount_cents
  from ledger_entries e where e.account in (${`creator_payable:${userId}`}, ${`creator_debt:${userId}`})
  group by e.journal_id having sum(e.amount_cents) <> 0`;

/** The entries on the accounts of a creator's pools, with the amount that each added to the held money. */
const heldEntries = (sql: Connection, userId: string) => sql`
  select e.journal_id, -e.amount_cents as amount_cents
  from pools p join ledger_entries e on e.account = 'held:' || p.id where p.assigned_creator_id = ${userId}`;

/** The parts of a release: the paid sum, the fee and the costs, in cents, and the account that it came from. */
const releaseParts = (sql: Connection) => sql`
  left join lateral (
    select sum(o.amount_cents) filter (where o.account like 'held:%')::bigint as gross_cents,
      -sum(o.amount_cents) filter (where o.account = 'platform_fees')::bigint as fee_cents,
      -sum(o.amount_cents) filter (where o.account = 'processor_costs')::bigint as cost_cents,
      max(o.account) filter (where o.account like 'held:%') as held_account
    from ledger_entries o where j.kind = 'release' and o.journal_id = j.id) r on true`;

/** The part of a refund that came from released money, in cents: the creator's share, and the fee and costs that the platform bears. */
const refundParts = (sql: Connection) => sql`
  left join lateral (
    select sum(o.amount_cents) filter (where o.account <> 'clearing' and o.account not like 'held:%')::bigint as released_cents
    from ledger_entries o where j.kind = 'refund' and o.journal_id = j.id) f on true`;

/** Whether the journal books a refund that the bank returned. */
const isReturn = (sql: Connection) => sql`(j.kind = 'correction' and j.cause like 'refund:%:returned')`;

/** Grouping by the truncated time and naming the month afterwards is three times as fast as naming it for every entry. */
const monthOf = (sql: Connection) => sql`date_trunc('month', j.created_at at time zone 'UTC')`;

export interface MonthOfBalance {
  month: string;
  grossCents: number;
  feeCents: number;
  costCents: number;
  netCents: number;
  paidOutCents: number;
  /** Of released money. */
  refundedCents: number;
}

export async function listMonthsOfBalance(sql: Connection, userId: string): Promise<MonthOfBalance[]> {
  return sql<MonthOfBalance[]>`
    with mine as materialized (${balanceEntries(sql, userId)})
    select to_char(${monthOf(sql)}, 'YYYY-MM') as month,
      coalesce(sum(r.gross_cents), 0)::bigint as gross_cents, coalesce(sum(r.fee_cents), 0)::bigint as fee_cents,
      coalesce(sum(r.cost_cents), 0)::bigint as cost_cents,
      coalesce(sum(m.amount_cents) filter (where j.kind = 'release'), 0)::bigint as net_cents,
      coalesce(-sum(m.amount_cents) filter (where j.kind in ('payout', 'payout_failed', 'payout_reversed')), 0)::bigint as paid_out_cents,
      coalesce(sum(f.released_cents), 0)::bigint as refunded_cents
    from mine m join ledger_journals j on j.id = m.journal_id ${releaseParts(sql)} ${refundParts(sql)}
    group by ${monthOf(sql)} order by ${monthOf(sql)}`;
}

export interface MonthOfHeld {
  month: string;
  collectedCents: number;
  /** Of held money. */
  refundedCents: number;
}

export async function listMonthsOfHeld(sql: Connection, userId: string): Promise<MonthOfHeld[]> {
  return sql<MonthOfHeld[]>`
    with held as (${heldEntries(sql, userId)})
    select to_char(${monthOf(sql)}, 'YYYY-MM') as month,
      coalesce(sum(h.amount_cents) filter (where j.kind = 'charge'), 0)::bigint as collected_cents,
      coalesce(-sum(h.amount_cents) filter (where j.kind = 'refund'), 0)::bigint as refunded_cents
    from held h join ledger_journals j on j.id = h.journal_id
    group by ${monthOf(sql)} order by ${monthOf(sql)}`;
}

export interface LineRow {
  journalId: number;
  at: Date;
  kind: string;
  poolId: string | null;
  poolTitle: string | null;
  poolAdult: boolean | null;
  grossCents: number;
  feeCents: number;
  costCents: number;
  amountCents: number;
}

/** ISO times; `end` is the first moment after it. */
export interface Period {
  start: string;
  end: string;
}

/** The payout that the journal is about. */
const payoutOf = (sql: Connection) => sql`
  case when j.kind in ('payout', 'payout_failed') then split_part(j.cause, ':', 2)::uuid
    when j.kind = 'payout_reversed' then (
      select t.payout_id from payout_reversals v join payout_parts t on t.id = v.part_id where v.idempotency_key = j.cause) end`;

/** The pledge whose money went back to the fan, or came back from there. */
const pledgeOf = (sql: Connection) => sql`
  case when j.kind in ('refund', 'dispute_lost') or ${isReturn(sql)} then split_part(j.subject, ':', 2)::uuid end`;

/** The entries on a creator's balance in a period, in the order of the ledger. */
export async function listStatementLines(sql: Connection, userId: string, { start, end }: Period): Promise<LineRow[]> {
  return sql<LineRow[]>`
    with mine as materialized (${balanceEntries(sql, userId)})
    select j.id as journal_id, j.created_at as at, case when ${isReturn(sql)} then 'refund_returned' else j.kind end as kind, p.id as pool_id, p.title as pool_title, p.adult as pool_adult,
      coalesce(r.gross_cents, 0)::bigint as gross_cents, coalesce(r.fee_cents, 0)::bigint as fee_cents,
      coalesce(r.cost_cents, 0)::bigint as cost_cents, m.amount_cents
    from mine m join ledger_journals j on j.id = m.journal_id ${releaseParts(sql)}
    left join payouts o on o.id = ${payoutOf(sql)} left join pledges g on g.id = ${pledgeOf(sql)}
    left join pools p on p.id::text = coalesce(g.pool_id::text, split_part(coalesce(r.held_account, o.subject), ':', 2))
    where j.created_at >= ${start}::timestamptz and j.created_at < ${end}::timestamptz
    order by j.id`;
}

export async function sumBalanceBefore(sql: Connection, userId: string, { start }: Period): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    with mine as materialized (${balanceEntries(sql, userId)})
    select coalesce(sum(m.amount_cents), 0)::bigint as total
    from mine m join ledger_journals j on j.id = m.journal_id where j.created_at < ${start}::timestamptz`;
  return row?.total ?? 0;
}

export interface HeldInMonth {
  openingCents: number;
  collectedCents: number;
  refundedCents: number;
  releasedCents: number;
  closingCents: number;
}

export async function readHeldInMonth(sql: Connection, userId: string, { start, end }: Period): Promise<HeldInMonth> {
  const [row] = await sql<HeldInMonth[]>`
    with held as (${heldEntries(sql, userId)}),
      moved as (
        select h.amount_cents, j.kind, j.created_at >= ${start}::timestamptz as inside
        from held h join ledger_journals j on j.id = h.journal_id
        where j.created_at < ${end}::timestamptz)
    select coalesce(sum(amount_cents) filter (where not inside), 0)::bigint as opening_cents,
      coalesce(sum(amount_cents) filter (where inside and kind = 'charge'), 0)::bigint as collected_cents,
      coalesce(-sum(amount_cents) filter (where inside and kind = 'refund'), 0)::bigint as refunded_cents,
      coalesce(-sum(amount_cents) filter (where inside and kind = 'release'), 0)::bigint as released_cents,
      coalesce(sum(amount_cents), 0)::bigint as closing_cents
    from moved`;
  return row ?? { openingCents: 0, collectedCents: 0, refundedCents: 0, releasedCents: 0, closingCents: 0 };
}

/** All further reads of the transaction see the database as of now. Call it first. */
export async function useOneSnapshot(tx: Tx): Promise<void> {
  await tx`set transaction isolation level repeatable read, read only`;
}
