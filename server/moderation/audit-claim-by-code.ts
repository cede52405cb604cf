import { writeAudit } from '#server/audit/write-audit.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Audits a claim that a code on a linked page approved, in the form of an admin's approval. The server is the actor. */
export async function auditClaimByCode(
  tx: Tx,
  claim: { claimId: string; profileId: string; userId: string; page: string; ip: string },
): Promise<void> {
  await writeAudit(tx, {
    actorId: null,
    action: 'creator_claim.approved',
    targetKind: 'creator_claim',
    targetId: claim.claimId,
    before: { status: 'pending' },
    after: {
      status: 'approved',
      profileId: claim.profileId,
      creatorId: claim.userId,
      method: 'code',
      page: claim.page,
    },
    reason: null,
    ip: claim.ip,
    concerned: [claim.userId],
  });
}
