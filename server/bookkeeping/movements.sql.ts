import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { positionOf } from '#server/platform/postgres/row-position.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import { type Belonging, heldAccountsOf, type MoneySearch, searchMatches, throughPayment } from './money-search.sql.ts';

export type MovementKind = 'charge' | 'refund' | 'payout' | 'dispute';
export type MovementStatus = 'open' | 'failed' | 'unknown' | 'settled';

export interface MovementFilter {
  kind: MovementKind | null;
  status: MovementStatus | null;
  search: MoneySearch | null;
}

export type MovementSort = 'urgent' | 'newest' | 'oldest' | 'amount' | '-amount';

/** Younger charges without an answer are normally still in progress. */
const young = '1 minute';

interface Source extends Belonging {
  /** The tables, of which `m` has the columns of the list. */
  from: Fragment;
  /** By the status of the filter: conditions that exclude each other, so that each can use its own index. */
  statuses: Record<MovementStatus, Fragment[]>;
  urgent: Fragment;
}

/** The last attempt of each pledge whose fan was asked to pay. */
const lastFailed = (sql: Connection) => sql`m.id in (
  select last.id from pledges g cross join lateral (
    select id, status from payments p where p.subject = 'pledge:' || g.id order by p.attempt desc limit 1) last
  where g.status = 'notified' and last.status = 'failed')`;

function sourceOf(sql: Connection, kind: MovementKind): Source {
  switch (kind) {
    case 'charge': {
      const unknown = sql`m.status in ('created', 'processing') and m.created_at < clock_timestamp() - ${young}::interval`;
      const failed = lastFailed(sql);
      return {
        from: sql`payments m`,
        statuses: {
          open: [unknown, failed],
          unknown: [unknown],
          failed: [failed],
          settled: [sql`(m.status in ('succeeded', 'stray') or (m.status = 'failed' and not ${failed}))`],
        },
        urgent: sql`false`,
        ofPeople: (ids) => sql`m.user_id = any (${ids})`,
        inPools: (ids) => sql`m.held_account = any (${heldAccountsOf(sql, ids)})`,
      };
    }
    case 'refund':
      return {
        from: sql`refunds m`,
        statuses: transferStatuses(sql, ['created'], ['succeeded', 'canceled'], [sql`m.status = 'returned'`]),
        urgent: sql`m.status in ('failed', 'returned')`,
        ...throughPayment(sql),
        ofReference: (text) => sql`(m.processor_ref = ${text} or m.returned_ref = ${text})`,
      };
    case 'payout':
      return {
        from: sql`payouts m`,
        statuses: payoutStatuses(sql),
        urgent: sql`(m.status = 'failed' or ${heldBack(sql)})`,
        ofPeople: (ids) => sql`m.user_id = any (${ids})`,
        // That of a late pledge ends with the pledge's id.
        inPools: (ids) => sql`split_part(m.subject, ':', 2) = any (array(select w::text from unnest(${ids}) w))`,
      };
    case 'dispute':
      return {
        from: sql`disputes m`,
        statuses: {
          open: [sql`m.status in ('needs_response', 'under_review')`],
          failed: [sql`m.status = 'needs_response'`],
          unknown: [sql`m.status = 'under_review'`],
          settled: [sql`m.status in ('won', 'lost')`],
        },
        urgent: sql`m.status = 'needs_response'`,
        ...throughPayment(sql),
      };
  }
}

/** Literals, so that the partial indexes on the status can be used. */
function transferStatuses(
  sql: Connection,
  pending: string[],
  over: string[],
  alsoFailed: Fragment[] = [],
): Source['statuses'] {
  const unknown = sql`m.status in ${sql(pending)}`;
  const failed = [sql`m.status = 'failed'`, ...alsoFailed];
  return {
    open: [unknown, ...failed],
    failed,
    unknown: [unknown],
    settled: [sql`m.status in ${sql(over)}`],
  };
}

/** A transfer of the payout waits until the operator has solved something at the processor. */
const heldBack = (sql: Connection) => sql`(m.id in (select payout_id from payout_parts where problem_code is not null)
  or m.status in ('pending', 'waiting') and are_payouts_held(m.user_id))`;

function payoutStatuses(sql: Connection): Source['statuses'] {
  const { failed, settled, open } = transferStatuses(sql, ['pending', 'in_transit', 'waiting'], ['paid']);
  const unsettled = sql`m.status in ('pending', 'in_transit', 'waiting')`;
  return {
    open,
    settled,
    unknown: [sql`${unsettled} and not ${heldBack(sql)}`],
    failed: [...failed, sql`${unsettled} and ${heldBack(sql)}`],
  };
}

const kinds: readonly MovementKind[] = ['charge', 'refund', 'payout', 'dispute'];

/** Statements, each of one table, with the columns id, kind, created_at, amount_cents and urgent of all matching movements. */
function matching(sql: Connection, { kind, status, search }: MovementFilter): Fragment[] {
  return (kind === null ? kinds : [kind]).flatMap((each) => {
    const source = sourceOf(sql, each);
    const conditions = status === null ? [sql`true`] : source.statuses[status];
    return conditions.map(
      (condition) => sql`
        select m.id, ${each}::text as kind, m.created_at, m.amount_cents, (${source.urgent}) as urgent
        from ${source.from} where ${condition} and ${searchMatches(sql, source, search)}`,
    );
  });
}

const unionOf = (sql: Connection, parts: Fragment[]): Fragment =>
  parts.reduce((all, next) => sql`${all} union all ${next}`);

/** The parts of an order by urgency: each follows an index by time. */
const partsOf = (sql: Connection, sort: MovementSort): Fragment[] =>
  sort === 'urgent' ? [sql`x.urgent`, sql`not x.urgent`] : [sql`true`];

/** The first rows of all tables in order. Reads from each table only as many as needed: a union of whole tables is sorted as a whole. */
function firstOf(
  sql: Connection,
  filter: MovementFilter,
  { sort, upTo, further }: { sort: MovementSort; upTo: number; further: Fragment },
): Fragment {
  const parts = matching(sql, filter).flatMap((each) =>
    partsOf(sql, sort).map(
      (part) => sql`
        (select x.* from (${each}) x where ${part} and ${further}
          order by ${orderOf(sql, sort === 'urgent' ? 'newest' : sort)} limit ${upTo})`,
    ),
  );
  return unionOf(sql, parts);
}

function orderOf(sql: Connection, sort: MovementSort): Fragment {
  switch (sort) {
    case 'urgent':
      return sql`x.urgent desc, x.created_at desc, x.id desc`;
    case 'oldest':
      return sql`x.created_at, x.id`;
    case 'amount':
      return sql`x.amount_cents, x.created_at, x.id`;
    case '-amount':
      return sql`x.amount_cents desc, x.created_at desc, x.id desc`;
    default:
      return sql`x.created_at desc, x.id desc`;
  }
}

/** Counts the matching movements, up to `most`. */
export async function countMovements(sql: Connection, filter: MovementFilter, most: number): Promise<number> {
  const [row] = await planEachTime(sql<{ count: number }[]>`
    select count(*) as count from (select 1 from (${unionOf(sql, matching(sql, filter))}) m limit ${most}) x`);
  return row?.count ?? 0;
}

interface Place {
  sort: MovementSort;
  limit: number;
  offset: number;
}

/** Counts the matching movements, up to `most`, and lists one page of their ids. With `most` or more movements the page is arbitrary. */
export async function findMovementIds(
  sql: Connection,
  filter: MovementFilter,
  { most, sort, limit, offset }: Place & { most: number },
): Promise<{ totalCount: number; keys: string[] }> {
  const [row] = await planEachTime(sql<{ totalCount: number; keys: string[] }[]>`
    with x as materialized (select m.* from (${unionOf(sql, matching(sql, filter))}) m limit ${most})
    select (select count(*) from x) as total_count,
      array(select x.id from x order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}) as keys`);
  return row ?? { totalCount: 0, keys: [] };
}

/** Lists one page of matching ids without counting. Fast where many movements match: it reads only as many as the page needs. */
export async function listMovementIds(
  sql: Connection,
  filter: MovementFilter,
  { sort, limit, offset }: Place,
): Promise<string[]> {
  const first = firstOf(sql, filter, { sort, upTo: limit + offset, further: sql`true` });
  const rows = await planEachTime(sql<{ id: string }[]>`
    select x.id from (${first}) x order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

/** The last row of a batch of an export. `position` is its time of creation in full precision. */
export interface MovementPosition {
  id: string;
  position: string;
}

/** Lists the next movements after `after`, for an export. */
export async function walkMovements(
  sql: Connection,
  filter: MovementFilter,
  { after, oldestFirst, limit }: { after: MovementPosition | undefined; oldestFirst: boolean; limit: number },
): Promise<MovementPosition[]> {
  // Through text, because the driver turns a timestamp parameter into a Date.
  const last = after && sql`(${after.position}::text::timestamptz, ${after.id}::uuid)`;
  const further = last ? sql`(x.created_at, x.id) ${oldestFirst ? sql`>` : sql`<`} ${last}` : sql`true`;
  const sort = oldestFirst ? 'oldest' : 'newest';
  return planEachTime(sql<MovementPosition[]>`
    select x.id, ${positionOf(sql, 'x')} as position
    from (${firstOf(sql, filter, { sort, upTo: limit, further })}) x
    order by ${orderOf(sql, sort)} limit ${limit}`);
}
