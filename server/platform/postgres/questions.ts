import type { Sql } from './db.ts';

/** A question about the data that must come back empty; every row that comes back is a fault. */
export type Question = { name: string; sql: string } | { name: string; ask: () => Promise<unknown[]> };

export interface Finding {
  name: string;
  /** At most twenty of them. */
  rows: unknown[];
}

const shown = 20;

/**
 * Asks all of them; the answers of a sound installation are all empty. The statements see one instant, so that it can be asked
 * while the server runs; what looks at files comes after.
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
