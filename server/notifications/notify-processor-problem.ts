import { type Text, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { describeProblem } from '#server/money/problems/describe-problem.ts';
import { type Problem, readProblem } from '#server/money/problems/list-problems.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

/** Notifies admins about something that only the operator can solve at the card processor. */
export async function notifyProcessorProblem(context: Platform, problemId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const problem = await readProblem(tx, problemId);
    if (!problem) return;
    for (const admin of await listAdmins(tx))
      await notify(context, tx, admin, () => processorProblem(problem), problemId);
  });
}

type Described = Pick<Problem, 'processor' | 'action' | 'about' | 'code' | 'message' | 'advice'>;

export const processorProblem = (problem: Described & { heldBackCents: number }): Notice => ({
  kind: 'processor_problem',
  title: t`The card processor needs you`,
  body: verbatim(describeProblem(problem)),
  href: paths.adminHealth,
  action: t`See what is waiting`,
  facts: [
    [t({ message: 'Code', context: 'of an error' }), verbatim(problem.code)],
    ...(problem.heldBackCents > 0
      ? [
          [t({ message: 'Waiting', context: 'label of an amount' }), formatMoneyExact(problem.heldBackCents)] as [
            Text,
            Text,
          ],
        ]
      : []),
  ],
});
