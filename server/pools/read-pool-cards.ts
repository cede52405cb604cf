import type { PoolCard } from '#contract/pools/pools.ts';
import { readCategories } from '#server/creators/categories.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskAdultCard } from './adult-mask.ts';
import { listCardsByIds } from './pool-card-rows.ts';
import { poolCardOf } from './pool-view.ts';

/** The cards of pools with these ids, in any status. Adult pools are masked before the age gate. */
export async function readPoolCards(
  context: Platform,
  ids: string[],
  seesAdult: boolean,
): Promise<Map<string, PoolCard>> {
  if (ids.length === 0) return new Map();
  const [rows, categories] = await Promise.all([listCardsByIds(context, ids), readCategories(context)]);
  const cards = rows.map((row) => poolCardOf(row, categories, seesAdult));
  return new Map(cards.map((card) => [card.id, maskAdultCard({ seesAdult }, card)]));
}
