import type { MoneyContext } from '#server/money/money-context.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { listProblems } from './list-problems.ts';
import { resolveProblems } from './problems.sql.ts';
import { reportProblem } from './report-problem.ts';

/** While a check fails, it is repeated after this time. */
const againMs = 5 * 60_000;

/**
 * Runs the self-tests of the card processors and stores what they found. The site works meanwhile, so this never throws because of the
 * processor. In test mode it sends no email, because an operator who sets the processor up reads the log and the doctor.
 */
export async function runSelfTests(context: MoneyContext): Promise<void> {
  const { processors, db, log } = context;
  for (const cards of processors.all) {
    for (const { name, ok, message } of (await cards.selfTest?.()) ?? []) {
      const key = { processor: cards.name, action: 'self_test', about: name } as const;
      if (ok) {
        log.info({ check: name }, message);
        await resolveProblems(db.sql, key, [name]);
      } else {
        log.error({ check: name }, message);
        const report = cards.testMode ? 'never' : 'if_it_lasts';
        await db.tx((tx) => reportProblem(context, tx, key, { code: 'self_test', text: message }, report));
      }
    }
  }
}

/** Repeats the self-tests while a check fails, so that its line disappears soon after the operator has solved it. */
export async function repeatFailedSelfTests(context: MoneyContext): Promise<void> {
  const failed = (await listProblems(context)).filter(({ action }) => action === 'self_test');
  if (failed.length === 0) return;
  const now = (await databaseNow(context.db.sql)).getTime();
  if (failed.some(({ lastSeenAt }) => now - lastSeenAt.getTime() > againMs)) await runSelfTests(context);
}
