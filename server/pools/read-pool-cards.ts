import type { PoolCard } from '#contract/pools/pools.ts';
import { readCategories } from '#server/creators/categories.ts';
import { seesAdult } from '#server/creators/policy.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskAdultCard } from './adult-mask.ts';
import { listCardsByIds } from './pool-card-rows.ts';
import { poolCardOf } from './pool-view.ts';

/** The cards of pools with these ids, in any status. Adult pools are masked before the age gate. */
export async function readPoolCards(
  context: Platform,
  ids: string[],
  ageVerified: boolean,
): Promise<Map<string, PoolCard>> {
  if (ids.length === 0) return new Map();
  const [rows, categories] = await Promise.all([listCardsByIds(context.db.sql, ids), readCategories(context)]);
  const includeAdult = seesAdult(context, { ageVerified });
  const cards = rows.map((row) => poolCardOf(row, categories, includeAdult));
  return new Map(cards.map((card) => [card.id, ageVerified ? card : maskAdultCard(card)]));
}
