import type { z } from 'zod';
import type { adminPoolItem } from '#contract/moderation.ts';
import { readVersions } from '#server/audit/read-versions.ts';
import { type AdminQueue, cardsOf, momentOf } from './queue.ts';
import { listPoolQueue, type PoolQueueRow } from './queues.sql.ts';

/** The list of all pools in every state, with their deadlines and the money held for them. */
export const poolQueue: AdminQueue<PoolQueueRow, z.infer<typeof adminPoolItem>> = {
  rows: listPoolQueue,
  items: async (context, rows) => {
    const cardOf = await cardsOf(
      context,
      rows.map(({ id }) => id),
    );
    const versions = await readVersions(
      context.db.sql,
      'pool',
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const card = cardOf(row.id);
      return {
        ...card,
        poolId: row.id,
        userId: card.creator.id,
        heldCents: row.heldCents,
        version: versions.get(row.id) ?? 0,
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
