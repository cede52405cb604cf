import type { z } from 'zod';
import type { adminPoolItem, listAdminPools } from '#contract/admin/moderation.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { readVersions } from '#server/audit/read-versions.ts';
import type { AdminQuery } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listPoolQueue, type PoolQueueRow } from './pool-queue.sql.ts';
import { type AdminQueue, cardsOf, listQueue, momentOf } from './queue.ts';

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

/** One page of the pools. The count and the pages stop at `limits.adminCountMax`, because a large offset is slow. */
export async function listPoolPage(context: Platform, query: AdminQuery): Promise<OutputOf<typeof listAdminPools>> {
  const lastPage = Math.ceil(limits.adminCountMax / limits.adminPageSize);
  const beyond = query.page > lastPage;
  const { items, pagination } = await listQueue(context, poolQueue, beyond ? { ...query, page: 1 } : query);
  const countIsCapped = pagination.totalCount > limits.adminCountMax;
  return {
    items: beyond ? [] : items,
    pagination: {
      ...pagination,
      page: query.page,
      totalCount: Math.min(pagination.totalCount, limits.adminCountMax),
      totalPages: Math.min(pagination.totalPages, lastPage),
      ...(countIsCapped ? { countIsCapped } : {}),
    },
  };
}
