import type { z } from 'zod';
import type { adminPoolItem, listAdminPools } from '#contract/admin/moderation.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { readVersions } from '#server/audit/admin-conflict.ts';
import { cappedPageOf } from '#server/platform/http/capped-page.ts';
import { type AdminQuery, countMaxOf, filterOf } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPools, listPoolsByIds, matchingPools, type PoolQueueRow, walkPools } from './pool-queue.sql.ts';
import { type AdminQueue, cardsOf, momentOf } from './queue.ts';

/** The list of all pools in every state, with their deadlines and the money held for them. */
export const poolQueue: AdminQueue<PoolQueueRow, z.infer<typeof adminPoolItem>> = {
  matching: matchingPools,
  read: listPoolsByIds,
  items: async (context, rows) => {
    const ids = rows.map(({ id }) => id);
    const [cardOf, versions] = await Promise.all([cardsOf(context, ids), readVersions(context.db.sql, 'pool', ids)]);
    return rows.map((row) => {
      const card = cardOf(row.id);
      return {
        ...card,
        poolId: row.id,
        userId: card.creator.id,
        heldCents: row.heldCents,
        version: versions.get(row.id) ?? 0,
        contentMark: row.contentMark,
        clocks: {
          responseDueAt: momentOf(row.responseDueAt),
          accountDueAt: momentOf(row.accountDueAt),
          startDueAt: null,
          paymentDueAt: momentOf(row.paymentDueAt),
          shortfallDueAt: momentOf(row.shortfallDueAt),
          deliveryDueAt: momentOf(row.deliveryDueAt),
          quietUntil: momentOf(row.quietUntil),
        },
      };
    });
  },
};

/** One page of the pools, in any order. The count and the pages stop at a maximum, because a large offset is slow. */
export async function listPoolPage(context: Platform, query: AdminQuery): Promise<OutputOf<typeof listAdminPools>> {
  const { sql } = context.db;
  const { sort } = query;
  const filter = filterOf(query);
  const page = await cappedPageOf(
    query.page,
    {
      find: (most, at) => findPools(sql, filter, { most, sort, ...at }),
      walk: (at) => walkPools(sql, filter, { sort, ...at }),
      read: (ids) => listPoolsByIds(sql, ids),
    },
    countMaxOf(filter),
  );
  return { ...page, items: await poolQueue.items(context, page.items) };
}
