import { type CardProcessor, ProcessorFault } from './card-processor.ts';
import type { MoneyContext } from './money-context.ts';
import { resolveProblems, resolveSolved } from './problems/problems.sql.ts';
import { answerIn, reportProblem } from './problems/report-problem.ts';

export type Attempt = (what: string, id: string, work: () => Promise<unknown>) => Promise<void>;

/** Transfers and accounts store their problems themselves. */
const ownProblems = new Set(['payout part', 'payout account']);

/** The attempts of one run of the reconciler at one processor. */
export interface Attempts {
  attempt: Attempt;
  /** Stores what the operator must solve, and ends the problems of the parts that worked this time. */
  finish(): Promise<void>;
}

/**
 * Runs each part of the reconciler, so that one that fails does not stop the others. A failure that the operator must solve becomes a
 * problem, and so does every failure to compare the books: the comparison is the only way to learn of money that moved without us.
 */
export function startAttempts(
  context: MoneyContext,
  { name: processor }: CardProcessor,
  report: { asked: number; failed: number },
): Attempts {
  const { db, log } = context;
  const failures = new Map<string, unknown>();
  const tried = new Set<string>();
  return {
    async attempt(what, id, work) {
      report.asked += 1;
      tried.add(what);
      try {
        await work();
      } catch (error) {
        report.failed += 1;
        const isFault = error instanceof ProcessorFault;
        if ((isFault && error.solver === 'operator') || what === 'books') failures.set(what, error);
        log[isFault ? 'warn' : 'error']({ err: error, what, id }, 'reconciling failed; the next run tries again');
      }
    },
    async finish() {
      for (const [what, error] of failures) {
        if (ownProblems.has(what)) continue;
        const mail = error instanceof ProcessorFault && error.solver === 'operator' ? 'at_once' : 'if_it_lasts';
        const key = { processor, action: 'reconcile', about: what } as const;
        await db.tx((tx) => reportProblem(context, tx, key, answerIn(error), mail));
      }
      const worked = [...tried].filter((what) => !failures.has(what));
      await resolveProblems(db.sql, { processor, action: 'reconcile' }, worked);
      await resolveSolved(db.sql, processor);
    },
  };
}

const batch = 200;

/** Rows that stay unsettled must not hide later ones, so the cursor goes through all of them. */
export async function eachUnsettled<T extends { id: string }>(
  list: (after: string | null, limit: number) => Promise<T[]>,
  work: (row: T) => Promise<void>,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const rows: T[] = await list(after, batch);
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}
