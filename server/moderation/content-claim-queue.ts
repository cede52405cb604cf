import type { z } from 'zod';
import type { contentClaimDetail, contentClaimItem } from '#contract/admin/moderation.ts';
import { readWaitingApprovals } from '#server/approvals/list-approvals.ts';
import { readAllDeliveries, readDeliveries } from '#server/delivery/read-deliveries.ts';
import type { Platform } from '#server/platform/platform.ts';
import { termsOf } from '#server/pools/pool-view.ts';
import { type ContentClaimRow, listDeliveriesByIds, matchingDeliveries } from './content-claim-queue.sql.ts';
import { type AdminQueue, cardsOf, momentOf, personOf, readQueued } from './queue.ts';

/** The queue of deliveries, each with the pool's request, the agreed terms and the delivered content. */
export const contentClaimQueue: AdminQueue<ContentClaimRow, z.infer<typeof contentClaimItem>> = {
  matching: matchingDeliveries,
  read: listDeliveriesByIds,
  items: async (context, rows) => {
    const deliveries = await readDeliveries(
      context.db.sql,
      rows.map(({ id }) => id),
    );
    const waiting = await readWaitingApprovals(
      context.db.sql,
      'content_claim',
      rows.map(({ id }) => id),
    );
    const cardOf = await cardsOf(
      context,
      rows.map(({ poolId }) => poolId),
    );
    return rows.flatMap((row) => {
      const content = deliveries.get(row.id);
      if (!content) return [];
      const card = cardOf(row.poolId);
      return [
        {
          id: row.id,
          poolId: row.poolId,
          poolTitle: card.title,
          poolPath: card.canonicalPath,
          userId: row.userId,
          user: personOf(row),
          status: row.status,
          createdAt: row.createdAt.toISOString(),
          decidedAt: momentOf(row.decidedAt),
          request: {
            description: card.description,
            imageUrl: card.imageUrl,
            paidAmount: card.currentAmount,
            fanCount: card.fanCount,
            deliveryDueAt: momentOf(row.deliveryDueAt),
            terms: termsOf(row.terms),
          },
          content,
          waiting: waiting.get(row.id) ?? null,
        },
      ];
    });
  },
};

/** A delivery with the others of its pool, for comparison. Throws not_found. */
export async function readContentClaim(context: Platform, id: string): Promise<z.infer<typeof contentClaimDetail>> {
  const item = await readQueued(context, contentClaimQueue, id);
  const all = await readAllDeliveries(context.db.sql, item.poolId);
  return { ...item, others: all.filter(({ claimId }) => claimId !== id) };
}
