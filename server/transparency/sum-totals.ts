import { type LedgerTotals, noTotals } from '#contract/checkpoint.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { addTotals } from './ledger-totals.ts';
import { createPace } from './ledger-tree.ts';
import { sumTotals } from './roots.sql.ts';

/** Each statement takes about 20 ms, and with this few positions PostgreSQL reads only their entries instead of the whole ledger. */
const batch = 5000;

/** The totals of the positions from `start` up to but not including `end`, in cents. */
export async function sumBetween(sql: Connection, start: number, end: number): Promise<LedgerTotals> {
  let totals = noTotals;
  const rest = createPace();
  for (let at = start; at < end; at += batch) {
    await rest();
    totals = addTotals(totals, await sumTotals(sql, at, Math.min(at + batch, end)));
  }
  return totals;
}
