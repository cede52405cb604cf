import type { z } from 'zod';
import type { productionItem } from '#contract/performers.ts';
import { poolIdPath } from '#contract/pool-path.ts';
import { personOf } from '#server/moderation/queue.ts';
import type { Page } from '#server/platform/http/capped-page.ts';
import { type AdminQuery, pageOf } from '#server/platform/http/paging.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listProductionsByIds, matchingProductions } from './performers.sql.ts';

/** Lists the records of productions for admins. It decrypts nothing. */
export async function listProductions(
  { db: { sql } }: Platform,
  query: AdminQuery,
): Promise<Page<z.infer<typeof productionItem>>> {
  const page = await pageOf(sql, { matching: matchingProductions, read: listProductionsByIds }, query);
  const items = page.items.map((row) => ({
    id: row.id,
    poolId: row.poolId,
    poolTitle: row.poolTitle,
    poolPath: poolIdPath(row.poolId),
    user: personOf(row),
    performers: row.performers,
    showsNoOne: row.showsNoOne,
    createdAt: row.createdAt.toISOString(),
    keepUntil: row.keepUntil.toISOString(),
  }));
  return { ...page, items };
}
