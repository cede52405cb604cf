import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { markEvidenceSent, readDispute, removeRefusedEvidence } from './disputes.sql.ts';
import { settleDispute } from './settle-dispute.ts';

/** Run by the evidence job and the reconciler: looks the dispute up first, then sends the stored evidence under its idempotency key. */
export async function sendEvidence(context: MoneyContext, disputeId: string): Promise<void> {
  const { db, processors } = context;
  const dispute = await readDispute(db.sql, disputeId);
  if (!dispute?.evidence || dispute.evidenceSentAt) return;
  const cards = processors.get(dispute.processor);
  if (!cards.disputes) return;
  const { processorRef: disputeRef, evidence, evidenceAttempt } = dispute;
  try {
    const processorState = await cards.disputes.lookUpDispute(disputeRef);
    const isOver = processorState && processorState.status !== 'needs_response';
    const { serviceDate } = evidence;
    const state = isOver
      ? processorState
      : await cards.disputes.submitEvidence({
          disputeRef,
          // JSON has no dates.
          evidence: { ...evidence, serviceDate: serviceDate && new Date(serviceDate) },
          key: `evidence:${disputeId}:${evidenceAttempt}`,
        });
    // A dispute that is lost already may have ended at the deadline, without this evidence.
    if (state.status === 'under_review' || !isOver) await markEvidenceSent(db.sql, disputeId);
    await settleDispute(context, cards, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    context.log.error({ disputeId, err: error }, 'the card processor refused the evidence of a dispute');
    await removeRefusedEvidence(db.sql, disputeId, error.message);
  }
}
