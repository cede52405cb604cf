import type { ProcessorProblem } from '#contract/admin/money.ts';
import { titleOfProblem } from '#server/money/problems/describe-problem.ts';
import type { Problem } from '#server/money/problems/list-problems.ts';

export function viewProblem(problem: Problem): ProcessorProblem {
  const { id, processor, code, message: text, advice, firstSeenAt, lastSeenAt } = problem;
  return {
    id,
    processor,
    title: titleOfProblem(problem),
    code,
    text,
    advice,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}
