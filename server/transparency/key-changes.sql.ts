import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface StoredKeyChange {
  number: number;
  note: string;
  changedAt: Date;
}

/** The oldest first. */
export async function listKeyChanges(sql: Connection): Promise<StoredKeyChange[]> {
  return sql<StoredKeyChange[]>`select * from ledger_key_changes order by number`;
}

export async function findKeyChange(sql: Connection, number: number): Promise<StoredKeyChange | undefined> {
  const [row] = await sql<StoredKeyChange[]>`select * from ledger_key_changes where number = ${number}`;
  return row;
}

export async function insertKeyChange(tx: Tx, change: StoredKeyChange): Promise<void> {
  await tx`insert into ledger_key_changes ${tx(change)}`;
}
