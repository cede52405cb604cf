import type { z } from 'zod';
import type { productionItem } from '#contract/performers.ts';
import { poolIdPath } from '#contract/pools/pool-path.ts';
import { type AdminQueue, personOf } from '#server/moderation/queue.ts';
import { listProductionsByIds, matchingProductions, type ProductionListRow } from './performers.sql.ts';

/** The records of productions for admins. It decrypts nothing. */
export const productionQueue: AdminQueue<ProductionListRow, z.infer<typeof productionItem>> = {
  matching: matchingProductions,
  read: listProductionsByIds,
  items: async (_context, rows) =>
    rows.map((row) => ({
      id: row.id,
      poolId: row.poolId,
      poolTitle: row.poolTitle,
      poolPath: poolIdPath(row.poolId),
      user: personOf(row),
      performers: row.performers,
      showsNoOne: row.showsNoOne,
      createdAt: row.createdAt.toISOString(),
      keepUntil: row.keepUntil.toISOString(),
    })),
};
