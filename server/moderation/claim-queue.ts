import type { ClaimItem } from '#contract/claims.ts';
import { type ClaimQueueRow, listClaimQueue } from './claim-queue.sql.ts';
import { type AdminQueue, cardsOf, momentOf, personOf } from './queue.ts';

/** The queue of pool claims and profile claims, or of one of the two kinds. */
export const claimQueue = (kind?: 'pool' | 'creator'): AdminQueue<ClaimQueueRow, ClaimItem> => ({
  rows: (sql, filter) => listClaimQueue(sql, { ...filter, kind }),
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
        const { kind, creatorUsername, creatorName, exists } = row;
        return { ...claim, kind, creatorUsername, creatorName, exists };
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
