import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Appends up to `maxCount` waiting journals to the chain; returns their number. Concurrent callers take turns. */
export async function chainWaiting(sql: Connection, maxCount: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select chain_journals(${maxCount}) as count`;
  return row?.count ?? 0;
}

export async function hasJournals(sql: Connection): Promise<boolean> {
  return (await sql`select 1 from ledger_journals limit 1`).length > 0;
}

export interface Link {
  position: number;
  chainHash: Buffer;
}

/** The last position of the chain; undefined while it is empty. */
export async function findLastLink(sql: Connection): Promise<Link | undefined> {
  const [row] = await sql<Link[]>`select position, chain_hash from ledger_chain order by position desc limit 1`;
  return row;
}

export async function listLeafHashes(sql: Connection, start: number, end: number): Promise<Buffer[]> {
  const rows = await sql<{ leafHash: Buffer }[]>`
    select leaf_hash from ledger_chain where position >= ${start} and position < ${end} order by position`;
  return rows.map(({ leafHash }) => leafHash);
}

export async function countSubtrees(sql: Connection, level: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select coalesce(max(position) + 1, 0) as count from ledger_subtrees where level = ${level}`;
  return row?.count ?? 0;
}

export async function listSubtrees(sql: Connection, level: number, start: number, end: number): Promise<Buffer[]> {
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from ledger_subtrees where level = ${level} and position >= ${start} and position < ${end}
    order by position`;
  return rows.map(({ hash }) => hash);
}

export async function insertSubtrees(
  tx: Tx,
  subtrees: readonly { level: number; position: number; hash: Buffer }[],
): Promise<void> {
  await tx`insert into ledger_subtrees ${tx(subtrees)}`;
}

export interface ChainedRecord {
  position: number;
  /** Hexadecimal. */
  chainHash: string;
  record: string;
}

/** Positions with the text of their journals, read from the ledger again. */
export async function listRecords(sql: Connection, start: number, end: number): Promise<ChainedRecord[]> {
  return sql<ChainedRecord[]>`
    select c.position, encode(c.chain_hash, 'hex') as chain_hash, ledger_record(j, c.salt) as record
    from ledger_chain c join ledger_journals j on j.id = c.journal_id
    where c.position >= ${start} and c.position < ${end} order by c.position`;
}
