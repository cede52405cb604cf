import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { newestFirst, positionOf, type RowPosition, rowsAfter } from '#server/platform/postgres/row-position.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import { type MoneySearch, searchMatches, throughPayment } from './money-search.sql.ts';

export interface DisputeFilter {
  status: 'open' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning' | 'unbooked' | null;
  search: MoneySearch | null;
}
export type DisputeSort = 'due' | 'newest' | 'oldest' | 'amount' | '-amount';

interface Place {
  sort: DisputeSort;
  limit: number;
  offset: number;
}

/** Literals, so that the partial indexes on the status can be used. */
const statusMatches = (sql: Connection, status: Exclude<DisputeFilter['status'], 'warning' | 'unbooked'>): Fragment => {
  if (status === null) return sql`true`;
  if (status === 'open') return sql`m.status in ('needs_response', 'under_review')`;
  return status === 'needs_response' ? sql`m.status = 'needs_response'` : sql`m.status = ${status}`;
};

function orderOf(sql: Connection, sort: DisputeSort): Fragment {
  switch (sort) {
    case 'due':
      return sql`m.evidence_due_at, m.created_at desc, m.id`;
    case 'oldest':
      return sql`m.created_at, m.id`;
    case 'amount':
      return sql`m.amount_cents, m.created_at, m.id`;
    case '-amount':
      return sql`m.amount_cents desc, m.created_at desc, m.id desc`;
    default:
      return sql`m.created_at desc, m.id desc`;
  }
}

/** For a warning `w` and its payment `y`: a refund can still prevent a dispute. The processor says the same, but later. */
const preventsDispute = (sql: Connection) => sql`
  (w.actionable and y.refunded_cents + y.lost_cents < y.amount_cents
    and not exists (select from disputes d where d.payment_id = y.id))`;

/** A warning has the amount of its payment, and no time for evidence. Those that a refund can still settle are due first. */
const warnings = (sql: Connection) => sql`
  (select w.id, w.payment_id, w.processor_ref, w.created_at, y.amount_cents,
    case when ${preventsDispute(sql)} then w.created_at end as evidence_due_at
  from fraud_warnings w join payments y on y.id = w.payment_id) m`;

/** Inquiries and disputes in another currency. Those that need an answer are due first. */
const unbooked = (sql: Connection) => sql`
  (select u.id, u.payment_id, u.processor_ref, u.created_at, u.amount as amount_cents,
    case when u.status = 'needs_response' then coalesce(u.evidence_due_at, u.created_at) end as evidence_due_at
  from unbooked_disputes u where u.status <> 'escalated') m`;

/** Counts what needs a person: open inquiries, and disputes in another currency that are open or lost, up to `most`. */
export async function countUnbooked(sql: Connection, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (
      select from unbooked_disputes
      where status = 'needs_response' or kind = 'other_currency' and status in ('under_review', 'lost') limit ${most}) x`;
  return row?.count ?? 0;
}

/** Counts the fraud warnings whose payment a refund can still keep from a dispute, up to `most`. */
export async function countOpenWarnings(sql: Connection, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (
      select from fraud_warnings w join payments y on y.id = w.payment_id where ${preventsDispute(sql)} limit ${most}) x`;
  return row?.count ?? 0;
}

const matching = (sql: Connection, { status, search }: DisputeFilter): Fragment => {
  const [source, condition] =
    status === 'warning'
      ? [warnings(sql), sql`true`]
      : status === 'unbooked'
        ? [unbooked(sql), sql`true`]
        : [sql`disputes m`, statusMatches(sql, status)];
  return sql`from ${source} where ${condition} and ${searchMatches(sql, throughPayment(sql), search)}`;
};

/** Counts the matching disputes, up to `most`, and lists one page of their ids. With `most` or more the page is arbitrary. */
export async function findDisputeIds(
  sql: Connection,
  filter: DisputeFilter,
  { most, sort, limit, offset }: Place & { most: number },
): Promise<{ totalCount: number; keys: string[] }> {
  const [row] = await planEachTime(sql<{ totalCount: number; keys: string[] }[]>`
    with m as materialized (
      select m.id, m.created_at, m.amount_cents, m.evidence_due_at ${matching(sql, filter)} limit ${most})
    select (select count(*) from m) as total_count,
      array(select m.id from m order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}) as keys`);
  return row ?? { totalCount: 0, keys: [] };
}

const walk = (sql: Connection, filter: DisputeFilter, { sort, limit, offset }: Place): Fragment =>
  sql`select m.id ${matching(sql, filter)} order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}`;

/** The plan of `listDisputeIds`, for the test that it follows an index. */
export async function explainDisputes(sql: Connection, filter: DisputeFilter, place: Place): Promise<string> {
  const rows = await planEachTime(sql<Record<string, string>[]>`explain ${walk(sql, filter, place)}`);
  return rows.map((row) => Object.values(row).join(' ')).join('\n');
}

/** Lists one page of matching ids along an index, without counting. */
export async function listDisputeIds(sql: Connection, filter: DisputeFilter, place: Place): Promise<string[]> {
  const rows = await planEachTime(sql<{ id: string }[]>`${walk(sql, filter, place)}`);
  return rows.map(({ id }) => id);
}

/** Lists the next matching disputes after `after`, for an export. */
export async function walkDisputes(
  sql: Connection,
  filter: DisputeFilter,
  { after, oldestFirst, limit }: { after: RowPosition | undefined; oldestFirst: boolean; limit: number },
): Promise<RowPosition[]> {
  return planEachTime(sql<RowPosition[]>`
    select m.id, ${positionOf(sql, 'm')} as position ${matching(sql, filter)} and ${rowsAfter(sql, after, oldestFirst, 'm')}
    order by ${newestFirst(sql, oldestFirst, 'm')} limit ${limit}`);
}

export interface DisputeRow {
  id: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning' | 'inquiry' | 'other_currency';
  stage: 'needs_response' | 'under_review' | 'won' | 'lost' | null;
  /** In lower case. */
  currency: string;
  reason: string;
  amountCents: number;
  feeCents: number;
  poolId: string | null;
  poolTitle: string | null;
  username: string;
  evidenceDueAt: Date | null;
  evidenceAt: Date | null;
  evidenceSentAt: Date | null;
  evidenceError: string | null;
  evidence: Record<string, string | null> | null;
  refunded: boolean;
  actionable: boolean;
  processorRef: string;
  openedAt: Date;
  settledAt: Date | null;
  /** When the inquiry became this dispute. */
  escalatedAt: Date | null;
  paymentId: string;
  /** The payment's pledge. */
  subject: string;
}

/** Reads disputes, warnings and what is not booked in the order of the ids. Leaves out unknown ids. */
export async function readDisputeRows(sql: Connection, ids: readonly string[]): Promise<DisputeRow[]> {
  return sql<DisputeRow[]>`
    with i as (select id, n from unnest(${[...ids]}::uuid[]) with ordinality i (id, n)),
    m as (
      select i.n, d.id, d.payment_id, d.status, d.reason, d.amount_cents, d.fee_cents, d.evidence_due_at, d.evidence_at, d.evidence_sent_at,
        d.evidence_error, d.evidence, false as refunded, false as actionable, d.processor_ref, d.opened_at, d.settled_at, null as stage, 'usd' as currency, u.settled_at as escalated_at
      from i join disputes d on d.id = i.id left join unbooked_disputes u on u.id = d.id
      union all
      select i.n, w.id, w.payment_id, 'warning', 'fraud_warning', y.amount_cents, 0, null, null, null, null, null,
        y.refunded_cents > 0 and not ${preventsDispute(sql)}, ${preventsDispute(sql)}, w.processor_ref, w.created_at, null, null, 'usd', null
      from i join fraud_warnings w on w.id = i.id join payments y on y.id = w.payment_id
      union all
      select i.n, u.id, u.payment_id, u.kind, u.reason, u.amount, 0, u.evidence_due_at, null, null, null, null, false,
        u.status = 'needs_response', u.processor_ref, u.opened_at, u.settled_at, u.status, u.currency, null
      from i join unbooked_disputes u on u.id = i.id where u.status <> 'escalated')
    select m.*, o.id as pool_id, o.title as pool_title, u.username, y.subject
    from m join payments y on y.id = m.payment_id join users u on u.id = y.user_id
    left join pools o on o.id = substr(y.held_account, 6)::uuid
    order by m.n`;
}
