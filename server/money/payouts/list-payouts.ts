import type { Connection } from '#server/platform/postgres/db.ts';
import { countPayouts, listPayoutRows, type PayoutItem } from './earnings.sql.ts';

/** A page of a creator's payouts, newest first, amounts in cents; `subject` is the purpose of each ("pool:ID"). */
export async function listPayouts(
  sql: Connection,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ payouts: PayoutItem[]; totalCount: number }> {
  const [payouts, totalCount] = await Promise.all([listPayoutRows(sql, userId, page), countPayouts(sql, userId)]);
  return { payouts, totalCount };
}
