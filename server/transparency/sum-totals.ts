import { type LedgerTotals, noTotals } from '#contract/checkpoint.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { addTotals } from './ledger-totals.ts';
import { sumTotals } from './roots.sql.ts';

/** Keeps each statement far below the statement timeout, also on a busy machine. */
const batch = 50_000;

/** The totals of the positions from `start` up to but not including `end`, in cents. */
export async function sumBetween(sql: Connection, start: number, end: number): Promise<LedgerTotals> {
  let totals = noTotals;
  for (let at = start; at < end; at += batch) {
    totals = addTotals(totals, await sumTotals(sql, at, Math.min(at + batch, end)));
  }
  return totals;
}
