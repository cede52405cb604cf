import type { MoneyContext } from '#server/money/money-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { findProblem, listOpenProblems, type Problem, sumHeldBack } from './problems.sql.ts';

export type { Problem } from './problems.sql.ts';

/** Everything that the operator has to solve at the card processors of this installation, the oldest first. */
export function listProblems({ db, processors }: Pick<MoneyContext, 'db' | 'processors'>): Promise<Problem[]> {
  return listOpenProblems(
    db.sql,
    processors.all.map(({ name }) => name),
  );
}

/** A problem with the money that waits for its solution, in cents. Undefined for an unknown id. */
export async function readProblem(
  sql: Connection,
  id: string,
): Promise<(Problem & { heldBackCents: number }) | undefined> {
  const problem = await findProblem(sql, id);
  return problem && { ...problem, heldBackCents: problem.action === 'transfer' ? await sumHeldBack(sql, problem) : 0 };
}
