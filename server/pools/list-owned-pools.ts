import type { PoolCard } from '#contract/pools.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { maskAdultCard } from './adult-mask.ts';
import { readCategories } from './categories.ts';
import { listCardsOfOwner } from './pool-cards.sql.ts';
import { poolCardOf } from './pool-view.ts';
import type { Viewer } from './show-pool.ts';

const listMax = 100;

/** The pools that somebody started, newest first: all of them for themselves and admins, what the feed shows for others. */
export async function listOwnedPools(context: MoneyContext, viewer: Viewer, ownerId: string): Promise<PoolCard[]> {
  const all = viewer.actor?.userId === ownerId || viewer.actor?.role === 'admin';
  const [rows, categories] = await Promise.all([
    listCardsOfOwner(context.db.sql, ownerId, !all, listMax),
    readCategories(context),
  ]);
  const cards = rows.map((row) => poolCardOf(row, categories));
  return viewer.ageVerified ? cards : cards.map((card) => maskAdultCard(card));
}
