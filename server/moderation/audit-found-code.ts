import type { ClaimDoubt } from '#contract/claims.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

interface FoundCode {
  claimId: string;
  profileId: string;
  userId: string;
  page: string;
  ip: string;
  doubts: ClaimDoubt[];
  handedOver: boolean;
}

/** Audits that the code of a claim was found on a linked page, and what followed. The server is the actor. */
export async function auditFoundCode(tx: Tx, claim: FoundCode): Promise<void> {
  await writeAudit(tx, {
    actorId: null,
    action: 'creator_claim.code_found',
    targetKind: 'creator_claim',
    targetId: claim.claimId,
    before: {},
    after: {
      profileId: claim.profileId,
      creatorId: claim.userId,
      page: claim.page,
      handedOver: claim.handedOver,
      doubts: claim.doubts.join(', '),
    },
    reason: null,
    ip: claim.ip,
    concerned: [claim.userId],
  });
}
