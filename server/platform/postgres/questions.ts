import type { Sql } from './db.ts';

/** An invariant as a query that must return no row. Every returned row is a violation. */
export type Question = { name: string; sql: string } | { name: string; ask: () => Promise<unknown[]> };

export interface Finding {
  name: string;
  /** At most twenty. */
  rows: unknown[];
}

const shown = 20;

/**
 * Runs all invariants. Their statements share one snapshot, so that the server may keep running. Invariants about files run after that.
 */
export async function askQuestions(sql: Sql, questions: readonly Question[]): Promise<Finding[]> {
  const findings = await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    const found: Finding[] = [];
    for (const question of questions) {
      if ('sql' in question)
        found.push({ name: question.name, rows: [...(await tx.unsafe(question.sql))].slice(0, shown) });
    }
    return found;
  });
  for (const question of questions) {
    if ('ask' in question) findings.push({ name: question.name, rows: (await question.ask()).slice(0, shown) });
  }
  return findings;
}
