import { ProcessorFault } from '#server/money/card-processor.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markReported, type ProblemKey, upsertProblem } from './problems.sql.ts';

/** When admins are mailed: at once, never, or once it has lasted for a while, because a short outage solves itself. */
type Report = 'at_once' | 'if_it_lasts' | 'never';
const lastsMs = 15 * 60_000;

/**
 * Stores what the operator has to solve at the card processor, for the health page, the doctor and the admin area, and mails admins once
 * per problem, however often it is seen.
 */
export async function reportProblem(
  { facts }: InTransaction<Platform>,
  tx: Tx,
  key: ProblemKey,
  answer: Parameters<typeof upsertProblem>[2],
  report: Report = 'at_once',
): Promise<void> {
  const { id, isReported, ageMs } = await upsertProblem(tx, key, answer);
  const isDue = report === 'at_once' || (report === 'if_it_lasts' && ageMs > lastsMs);
  if (isReported || !isDue || !(await markReported(tx, id))) return;
  await facts.publish(tx, 'processor.problem', { problemId: id });
}

/** The processor's code and text, or what we know without them. */
export function answerIn(error: unknown): { code: string; text: string; advice?: string } {
  if (error instanceof ProcessorFault) return error.answer ?? { code: error.kind, text: error.message };
  return { code: 'internal', text: error instanceof Error ? error.message : String(error) };
}

const mismatches = ({ metrics }: Pick<Platform, 'metrics'>) =>
  metrics.counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about');

/** Makes the counter appear in /metrics with 0, so that an alert on it can tell 0 from a missing metric. */
export function registerMismatches(context: Pick<Platform, 'metrics'>): void {
  mismatches(context);
}

/** Counts something that a person must settle with the card processor. The caller logs it as an error. */
export function countMismatch(context: Pick<Platform, 'metrics'>): void {
  mismatches(context).inc();
}
