import type { z } from 'zod';
import type { reportItem } from '#contract/moderation.ts';
import { type AdminQueue, cardsOf, momentOf, personOf } from './queue.ts';
import { listReportQueue, type ReportQueueRow } from './queues.sql.ts';

/** Objections of fans to what was delivered. */
export const reportQueue: AdminQueue<ReportQueueRow, z.infer<typeof reportItem>> = {
  rows: listReportQueue,
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
        kind: 'objection' as const,
        status: row.status,
        poolId: row.poolId,
        poolTitle: card.title,
        poolPath: card.canonicalPath,
        userId: row.userId,
        user: personOf(row),
        reason: row.reason,
        answer: row.answer,
        createdAt: row.createdAt.toISOString(),
        decidedAt: momentOf(row.decidedAt),
      };
    });
  },
};
