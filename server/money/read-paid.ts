import { sumPaidInto } from '#server/money/payouts/earnings.sql.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface Paid {
  paidCents: number;
  /** The processor's cost of those payments. */
  costCents: number;
}

/** The payments into these accounts that were not refunded, in cents, by account. Accounts without payments are left out. */
export async function readPaid(sql: Connection, heldAccounts: readonly `held:${string}`[]): Promise<Map<string, Paid>> {
  const rows = await sumPaidInto(sql, heldAccounts);
  return new Map(rows.map(({ heldAccount, paidCents, costCents }) => [heldAccount, { paidCents, costCents }]));
}
