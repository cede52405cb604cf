import { sumPaidInto } from '#server/money/payouts/earnings.sql.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface Paid {
  paidCents: number;
  /** The processor's true price of those charges. */
  costCents: number;
}

/** What was paid into these accounts and not given back, by account, in cents; an account without payments is not in it. */
export async function readPaid(sql: Connection, heldAccounts: readonly `held:${string}`[]): Promise<Map<string, Paid>> {
  const rows = await sumPaidInto(sql, heldAccounts);
  return new Map(rows.map(({ heldAccount, paidCents, costCents }) => [heldAccount, { paidCents, costCents }]));
}
