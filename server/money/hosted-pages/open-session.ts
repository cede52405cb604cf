import { appError } from '#contract/errors.ts';
import { msg, textOf } from '#contract/language/text.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { resolveProblems } from '#server/money/problems/problems.sql.ts';
import { answerIn, reportProblem } from '#server/money/problems/report-problem.ts';
import type { Platform } from '#server/platform/platform.ts';

const forOperator = msg`This doesn’t work right now: the owner of this site has to solve something with the card processor. We’ve told them. Nothing was charged; please come back later.`;

/**
 * Turns a ProcessorFault into `card_processor_unavailable` for the person and writes the fault to the log. With `page`, a refusal of the
 * page becomes a problem of the operator, and the person learns that trying again does not help; the next page that opens ends it.
 */
export async function orUnavailable<T>(
  context: Platform,
  work: () => Promise<T>,
  page?: { processor: string; action: 'page' | 'onboarding' },
): Promise<T> {
  const { db, log } = context;
  try {
    const opened = await work();
    if (page) await resolveProblems(db.sql, page, ['']);
    return opened;
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error }, 'the card processor gave no usable answer');
    const isOperators = error.solver === 'operator' || (error.kind === 'refused' && !error.missing && !error.solver);
    if (!page || !isOperators) throw appError('card_processor_unavailable', { retryAfterS: 5 });
    await db.tx((tx) => reportProblem(context, tx, { ...page, about: '' }, answerIn(error)));
    throw appError('card_processor_unavailable', { message: () => textOf(forOperator) });
  }
}

/** The absolute URL of a path on this site. */
export function absolute({ config }: Platform, path: string): string {
  return new URL(path, config.publicUrl).href;
}
