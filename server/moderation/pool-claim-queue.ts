import type { PoolClaimItem } from '#contract/claims.ts';
import { listPoolClaimQueue, type PoolClaimQueueRow } from './pool-claim-queue.sql.ts';
import { type AdminQueue, cardsOf, momentOf, personOf } from './queue.ts';

/** Creators who ask for a pool. */
export const poolClaimQueue: AdminQueue<PoolClaimQueueRow, PoolClaimItem> = {
  rows: listPoolClaimQueue,
  items: async (context, looking, rows) => {
    const cardOf = await cardsOf(
      context,
      looking,
      rows.map(({ poolId }) => poolId),
    );
    return rows.map((row) => {
      const card = cardOf(row.poolId);
      return {
        id: row.id,
        status: row.status,
        poolId: row.poolId,
        poolTitle: card.title,
        poolPath: card.canonicalPath,
        poolStatus: card.status,
        userId: row.userId,
        user: personOf(row),
        creatorUsername: row.creatorUsername,
        message: row.message,
        proofUrl: row.proofUrl,
        reason: row.reason,
        createdAt: row.createdAt.toISOString(),
        decidedAt: momentOf(row.decidedAt),
      };
    });
  },
};
