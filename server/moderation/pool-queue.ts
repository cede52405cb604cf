import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type { adminPoolItem } from '#contract/moderation.ts';
import { type AdminQueue, cardsOf, momentOf } from './queue.ts';
import { listPoolQueue, type PoolQueueRow } from './pool-queue.sql.ts';

/** The list of all pools in every state, with their deadlines and the money held for them. */
export const poolQueue: AdminQueue<PoolQueueRow, z.infer<typeof adminPoolItem>> = {
  rows: listPoolQueue,
  countedTo: limits.adminCountMax,
  items: async (context, rows) => {
    const cardOf = await cardsOf(
      context,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const card = cardOf(row.id);
      return {
        ...card,
        poolId: row.id,
        userId: card.creator.id,
        heldCents: row.heldCents,
        clocks: {
          responseDueAt: momentOf(row.responseDueAt),
          paymentDueAt: momentOf(row.paymentDueAt),
          shortfallDueAt: momentOf(row.shortfallDueAt),
          deliveryDueAt: momentOf(row.deliveryDueAt),
          quietUntil: momentOf(row.quietUntil),
        },
      };
    });
  },
};
