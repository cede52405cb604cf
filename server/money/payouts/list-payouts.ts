import type { Connection } from '#server/platform/postgres/db.ts';
import { listPayoutRows, type PayoutItem } from './earnings.sql.ts';

export type { PayoutItem };

/** A creator's latest 200 payouts, newest first, amounts in cents; `subject` is what each was for ("pool:ID"). */
export async function listPayouts(sql: Connection, userId: string): Promise<PayoutItem[]> {
  return listPayoutRows(sql, userId, 200);
}
