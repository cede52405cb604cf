import type { DisputeDetail } from '#contract/admin/disputes.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { submitEvidence } from '#server/money/disputes/submit-evidence.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { findChargeOf, findPayer } from './paid-charge.sql.ts';
import { readDispute, readEvidence } from './read-dispute.ts';

/** Submits the evidence of a dispute once and records who did. Throws not_found, conflict. */
export async function submitDisputeEvidence(
  context: Platform,
  { actor, ip }: MoneyAdmin,
  id: string,
): Promise<DisputeDetail> {
  const dispute = await readDispute(context, id, actor.userId);
  if (dispute.evidenceAt !== null) return dispute;
  const evidence = await readEvidence(context.db.sql, id);
  await context.db.tx(async (tx) => {
    if (!(await submitEvidence(context, tx, { id, adminId: actor.userId, evidence }))) return;
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'dispute.evidence_submitted',
      targetKind: 'dispute',
      targetId: id,
      before: {},
      after: { processorRef: dispute.processorRef, amountCents: dispute.amountCents },
      reason: null,
      ip,
      concerned: [await findPayer(tx, await findChargeOf(tx, id))],
    });
  });
  return readDispute(context, id, actor.userId);
}
