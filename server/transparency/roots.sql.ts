import type { LedgerTotals } from '#contract/checkpoint.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Makes publishers of roots take turns until the transaction ends. */
export async function lockRoots(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('ledger roots', 0))`;
}

export interface StoredRoot {
  id: number;
  size: number;
  rootHash: Buffer;
  note: string;
  publishedAt: Date;
}

export async function findLatestRoot(sql: Connection): Promise<StoredRoot | undefined> {
  const [row] = await sql<StoredRoot[]>`select * from ledger_roots order by id desc limit 1`;
  return row;
}

export async function findRoot(sql: Connection, id: number): Promise<StoredRoot | undefined> {
  const [row] = await sql<StoredRoot[]>`select * from ledger_roots where id = ${id}`;
  return row;
}

export async function hasRootOfSize(sql: Connection, size: number): Promise<boolean> {
  return (await sql`select 1 from ledger_roots where size = ${size} limit 1`).length > 0;
}

export async function hasRoot(sql: Connection, size: number, rootHash: Buffer): Promise<boolean> {
  return (await sql`select 1 from ledger_roots where size = ${size} and root_hash = ${rootHash} limit 1`).length > 0;
}

/** All roots in the order of their publication, which is also the order of their sizes. */
export async function listAllRoots(sql: Connection): Promise<StoredRoot[]> {
  return sql<StoredRoot[]>`select * from ledger_roots order by id`;
}

export async function listRootPage(
  sql: Connection,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredRoot[]; totalCount: number }> {
  const rows = await sql<StoredRoot[]>`select * from ledger_roots order by id desc limit ${limit} offset ${offset}`;
  const [count] = await sql<{ count: number }[]>`select count(*) as count from ledger_roots`;
  return { rows, totalCount: count?.count ?? 0 };
}

export async function insertRoot(tx: Tx, root: Omit<StoredRoot, 'id'>): Promise<number> {
  const [row] = await tx<{ id: number }[]>`insert into ledger_roots ${tx(root)} returning id`;
  return row?.id ?? 0;
}

/** The totals of the positions from `start` up to but not including `end`, in cents. */
export async function sumTotals(sql: Connection, start: number, end: number): Promise<LedgerTotals> {
  const [row] = await sql<(LedgerTotals & { count: number })[]>`
    select
      coalesce(sum(e.amount_cents) filter (where j.kind = 'charge' and e.account = 'clearing'), 0)::bigint as charged,
      coalesce(-sum(e.amount_cents) filter (where j.kind = 'refund' and e.account = 'clearing'), 0)::bigint as refunded,
      coalesce(-sum(e.amount_cents) filter (where e.account like 'held:%'), 0)::bigint as held,
      coalesce(-sum(e.amount_cents) filter (where e.account like 'creator_payable:%'), 0)::bigint as payable,
      coalesce(-sum(e.amount_cents) filter (where e.account = 'payout_in_transit'), 0)::bigint as in_transit,
      coalesce(-sum(e.amount_cents) filter (where j.kind = 'payout_settled' and e.account = 'clearing'), 0)::bigint
        as paid_out,
      coalesce(-sum(e.amount_cents) filter (where e.account = 'platform_fees'), 0)::bigint as fees,
      coalesce(-sum(e.amount_cents) filter (where j.kind = 'release' and e.account = 'processor_costs'), 0)::bigint
        as card_costs
    from ledger_chain c join ledger_journals j on j.id = c.journal_id join ledger_entries e on e.journal_id = j.id
    where c.position >= ${start} and c.position < ${end}`;
  if (!row) throw new Error('an aggregate always returns a row');
  return row;
}
