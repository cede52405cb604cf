import type { Sql } from './db.ts';

/** An invariant as a query that must return no row. Every returned row is a violation. */
export type Invariant = { name: string; sql: string } | { name: string; ask: () => Promise<unknown[]> };

export interface Finding {
  name: string;
  /** At most twenty. */
  rows: unknown[];
}

const rowsMax = 20;

/**
 * Runs all invariants. Their statements share one snapshot, so that the server may keep running. Invariants about files run after that.
 */
export async function checkInvariants(sql: Sql, invariants: readonly Invariant[]): Promise<Finding[]> {
  const findings = await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    const findings: Finding[] = [];
    for (const invariant of invariants) {
      if ('sql' in invariant)
        findings.push({ name: invariant.name, rows: [...(await tx.unsafe(invariant.sql))].slice(0, rowsMax) });
    }
    return findings;
  });
  for (const invariant of invariants) {
    if ('ask' in invariant) findings.push({ name: invariant.name, rows: (await invariant.ask()).slice(0, rowsMax) });
  }
  return findings;
}
