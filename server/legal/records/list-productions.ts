import type { z } from 'zod';
import type { productionItem } from '#contract/performers.ts';
import { poolIdPath } from '#contract/pool-path.ts';
import { personOf } from '#server/moderation/queue.ts';
import { type AdminQuery, type Page, pageOf } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listProductionPage } from './performers.sql.ts';

/** Lists the records of productions for admins. It decrypts nothing. */
export function listProductions(
  { db: { sql } }: Platform,
  query: AdminQuery,
): Promise<Page<z.infer<typeof productionItem>>> {
  return pageOf(
    query,
    (filter) => listProductionPage(sql, filter),
    (row) => ({
      id: row.id,
      poolId: row.poolId,
      poolTitle: row.poolTitle,
      poolPath: poolIdPath(row.poolId),
      user: personOf(row),
      performers: row.performers,
      showsNoOne: row.showsNoOne,
      createdAt: row.createdAt.toISOString(),
      keepUntil: row.keepUntil.toISOString(),
    }),
  );
}
