import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

export type MovementKind = 'charge' | 'refund' | 'payout' | 'dispute';
export type MovementStatus = 'open' | 'failed' | 'unknown' | 'settled';

export interface MovementFilter {
  kind: MovementKind | null;
  status: MovementStatus | null;
  /** The search as typed, and as a pattern for `ilike`; null for no search. */
  search: { text: string; pattern: string; id: string | null } | null;
}

export type MovementSort = 'urgent' | 'newest' | 'oldest' | 'amount' | '-amount';

/** Younger charges without an answer are normally still in progress. */
const young = '1 minute';
/** A name that matches more people or pools is not a useful search. */
const matchesMax = 1000;

interface Source {
  /** The tables, of which `m` has the columns of the list. */
  from: Fragment;
  /** By the status of the filter. */
  statuses: Record<MovementStatus, Fragment>;
  urgent: Fragment;
  /** The person's id, for the search. */
  person: Fragment;
  /** Whether it belongs to one of these pools, an array of ids. Indexes can answer it. */
  inPools: (ids: Fragment) => Fragment;
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
          open: sql`(${unknown} or ${failed})`,
          unknown,
          failed,
          settled: sql`(m.status in ('succeeded', 'stray') or (m.status = 'failed' and not ${failed}))`,
        },
        urgent: sql`false`,
        person: sql`m.user_id`,
        inPools: (ids) => sql`m.held_account = any (array(select 'held:' || w from unnest(${ids}) w))`,
      };
    }
    case 'refund':
      return {
        from: sql`refunds m join payments y on y.id = m.payment_id`,
        statuses: transferStatuses(sql, ['created'], 'succeeded'),
        urgent: sql`m.status = 'failed'`,
        person: sql`y.user_id`,
        inPools: (ids) => sql`y.held_account = any (array(select 'held:' || w from unnest(${ids}) w))`,
      };
    case 'payout':
      return {
        from: sql`payouts m`,
        statuses: transferStatuses(sql, ['pending', 'in_transit'], 'paid'),
        urgent: sql`m.status = 'failed'`,
        person: sql`m.user_id`,
        // That of a late pledge ends with the pledge's id.
        inPools: (ids) => sql`split_part(m.subject, ':', 2) = any (array(select w::text from unnest(${ids}) w))`,
      };
    case 'dispute':
      return {
        from: sql`disputes m join payments y on y.id = m.payment_id`,
        statuses: {
          open: sql`m.status in ('needs_response', 'under_review')`,
          failed: sql`m.status = 'needs_response'`,
          unknown: sql`m.status = 'under_review'`,
          settled: sql`m.status in ('won', 'lost')`,
        },
        urgent: sql`m.status = 'needs_response'`,
        person: sql`y.user_id`,
        inPools: (ids) => sql`y.held_account = any (array(select 'held:' || w from unnest(${ids}) w))`,
      };
  }
}

/** Literals, so that the partial indexes on the status can be used. */
function transferStatuses(sql: Connection, pending: string[], done: string): Source['statuses'] {
  const unknown = sql`m.status in ${sql(pending)}`;
  return {
    open: sql`(${unknown} or m.status = 'failed')`,
    failed: sql`m.status = 'failed'`,
    unknown,
    settled: sql`m.status = ${done}`,
  };
}

function searched(sql: Connection, source: Source, { text, pattern, id }: NonNullable<MovementFilter['search']>) {
  const { person, inPools } = source;
  if (id !== null) return sql`(m.id = ${id} or ${person} = ${id} or ${inPools(sql`array[${id}::uuid]`)})`;
  return sql`(m.processor_ref = ${text}
    or ${person} = any (array(select id from users where username ilike ${pattern} limit ${matchesMax}))
    or ${inPools(sql`array(select id from pools where title ilike ${pattern} limit ${matchesMax})`)})`;
}

const kinds: readonly MovementKind[] = ['charge', 'refund', 'payout', 'dispute'];

/** A statement with the columns id, kind, created_at, amount_cents and urgent of all matching movements. */
function matching(sql: Connection, { kind, status, search }: MovementFilter): Fragment {
  const one = (each: MovementKind) => {
    const source = sourceOf(sql, each);
    return sql`
      select m.id, ${each}::text as kind, m.created_at, m.amount_cents, (${source.urgent}) as urgent
      from ${source.from}
      where ${status === null ? sql`true` : source.statuses[status]}
        and ${search === null ? sql`true` : searched(sql, source, search)}`;
  };
  if (kind !== null) return one(kind);
  return kinds.map(one).reduce((all, next) => sql`${all} union all ${next}`);
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
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (select 1 from (${matching(sql, filter)}) m limit ${most}) x`;
  return row?.count ?? 0;
}

/** Lists one page of matching ids. */
export async function listMovementIds(
  sql: Connection,
  filter: MovementFilter,
  { sort, limit, offset }: { sort: MovementSort; limit: number; offset: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select x.id from (${matching(sql, filter)}) x order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}`;
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
  return sql<MovementPosition[]>`
    select x.id, to_char(x.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from (${matching(sql, filter)}) x where ${further}
    order by ${orderOf(sql, oldestFirst ? 'oldest' : 'newest')} limit ${limit}`;
}
