import { fullDate } from '#contract/values/time.ts';
import type { PaidPool } from '#server/money/payouts/describe-transfer.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { poolOfPayout } from './payout-subject.ts';

/** The pool of a payout ("pool:ID", or "pool:ID:PLEDGE" for a late pledge). Statements of processors have other readers, so it does not name adult pools. */
export async function describePaidPool(sql: Connection, subject: string): Promise<PaidPool | null> {
  const id = poolOfPayout(subject);
  if (!id) return null;
  const [row] = await sql<{ title: string; adult: boolean; createdAt: Date }[]>`
    select title, adult, created_at from pools where id = ${id}`;
  if (!row) return null;
  return { id, title: row.adult ? `Adult pool from ${fullDate(row.createdAt)}` : row.title };
}
