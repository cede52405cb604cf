import type { OutputOf } from '#contract/endpoint.ts';
import type { listLikedPools as contract } from '#contract/likes.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { countLikedPools, listLikedPoolIds } from './likes.sql.ts';

/** Lists one page of the user's favorites. Adult pools are masked before the age gate. */
export async function listLikedPools(
  context: Platform,
  actor: Actor,
  { page, pageSize, ageVerified }: { page: number; pageSize: number; ageVerified: boolean },
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const [totalCount, ids] = await Promise.all([
    countLikedPools(sql, actor.userId),
    listLikedPoolIds(sql, actor.userId, { limit: pageSize, offset: (page - 1) * pageSize }),
  ]);
  const cards = await readPoolCards(context, ids, ageVerified);
  return {
    pools: ids.flatMap((id) => cards.get(id) ?? []),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
