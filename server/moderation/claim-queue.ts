import type { ClaimItem } from '#contract/claims.ts';
import { pageKindOf } from '#server/creators/claims/page-kind.ts';
import { readClaimEvidence } from '#server/creators/claims/read-claim-evidence.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type AnyClaimRow, listClaimsByIds, matchingClaims } from './claim-queue.sql.ts';
import { type AdminQueue, cardsOf, momentOf, personOf, readQueued } from './queue.ts';

type ProfileClaimRow = Extract<AnyClaimRow, { kind: 'creator' }>;

/** The fields of a claim to a profile, without the evidence. */
function profileClaimOf({ config }: Pick<Platform, 'config'>, row: ProfileClaimRow) {
  const { kind, creatorUsername, creatorName, exists, method, page, doubts, imitates } = row;
  return {
    ...{ kind, creatorUsername, creatorName, exists, method, page, doubts, imitates },
    pageKind: page === null ? null : pageKindOf(page, config.claimPlatforms),
    foundAt: momentOf(row.foundAt),
    handedOverAt: momentOf(row.handedOverAt),
    evidence: null,
  };
}

/** The queue of pool claims and profile claims, or of one of the two kinds. */
export const claimQueue = (kind?: 'pool' | 'creator'): AdminQueue<AnyClaimRow, ClaimItem> => ({
  matching: (sql, filter) => matchingClaims(sql, filter, kind),
  read: listClaimsByIds,
  items: async (context, rows) => {
    const poolIds = rows.flatMap((row) => (row.kind === 'pool' ? [row.poolId] : []));
    const cardOf = await cardsOf(context, poolIds);
    return rows.map((row) => {
      const claim = {
        id: row.id,
        status: row.status,
        userId: row.userId,
        user: personOf(row),
        message: row.message,
        proofUrl: row.proofUrl,
        reason: row.reason,
        createdAt: row.createdAt.toISOString(),
        decidedAt: momentOf(row.decidedAt),
      };
      if (row.kind === 'creator') {
        return { ...claim, ...profileClaimOf(context, row) };
      }
      const card = cardOf(row.poolId);
      return {
        ...claim,
        kind: row.kind,
        poolId: row.poolId,
        poolTitle: card.title,
        poolPath: card.canonicalPath,
        poolStatus: card.status,
        creatorUsername: row.creatorUsername,
      };
    });
  },
});

/** One claim; one to a profile has the evidence beside it. Throws `not_found`. */
export async function readClaim(context: Platform, id: string): Promise<ClaimItem> {
  const item = await readQueued(context, claimQueue(), id);
  return item.kind === 'creator' ? { ...item, evidence: await readClaimEvidence(context, id) } : item;
}
