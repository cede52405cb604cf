import type { Page } from '#server/platform/http/capped-page.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DecisionList, listConcerning } from './people-concerned.sql.ts';

/** Marks an entry whose decision concerns the admin who reads it, so that the page says beforehand why another admin has to decide. */
export async function markOwn<Item extends { id: string }>(
  context: Platform,
  actor: Actor,
  list: DecisionList,
  item: Item,
): Promise<Item & { own: boolean }> {
  const [marked] = await markAll(context, actor, list, [item]);
  return marked ?? { ...item, own: false };
}

/** The same for a page of a list. */
export async function markOwnOnes<Item extends { id: string }>(
  context: Platform,
  actor: Actor,
  list: DecisionList,
  page: Page<Item>,
): Promise<Page<Item & { own: boolean }>> {
  return { ...page, items: await markAll(context, actor, list, page.items) };
}

async function markAll<Item extends { id: string }>(
  { db }: Platform,
  { userId }: Actor,
  list: DecisionList,
  items: Item[],
): Promise<(Item & { own: boolean })[]> {
  const ids = items.map(({ id }) => id);
  const own = new Set(ids.length === 0 ? [] : await listConcerning(db.sql, list, ids, userId));
  return items.map((item) => ({ ...item, own: own.has(item.id) }));
}
