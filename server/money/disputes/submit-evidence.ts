import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { DisputeEvidence } from '#server/money/card-processor.ts';
import { evidenceJob } from '#server/money/job-kinds.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockDispute, storeEvidence } from './disputes.sql.ts';

/**
 * Stores the evidence of a dispute in the caller's transaction; a job sends it after the commit. Repeating the call returns false. Throws
 * `not_found`, and `conflict` if the bank takes no evidence anymore.
 */
export async function submitEvidence(
  context: InTransaction<Platform>,
  tx: Tx,
  submission: { id: string; adminId: string; evidence: DisputeEvidence },
): Promise<boolean> {
  const dispute = await lockDispute(tx, submission.id);
  if (!dispute) throw appError('not_found');
  if (dispute.evidence) return false;
  if (dispute.status !== 'needs_response') {
    throw appError('conflict', { message: () => t`The bank takes no evidence for this anymore.` });
  }
  await storeEvidence(tx, submission);
  await context.jobs.enqueue(tx, evidenceJob, { disputeId: dispute.id });
  return true;
}
