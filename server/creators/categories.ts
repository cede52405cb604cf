import type { Category } from '#contract/creators/creators.ts';
import { isAdultCategory, seedCategories as seeds } from '#contract/limits.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { type CategoryRow, insertCategory, listCategoryRows } from './categories.sql.ts';

export type { CategoryRow };

/** All categories. They rarely change, so reads of pools return ids and look up names here instead of joining. */
export interface Categories {
  byId: Map<number, CategoryRow>;
  byName: Map<string, CategoryRow>;
}

const categoriesOf = contextState(() => createTtlCache<Categories>(60_000));

async function load(database: Database): Promise<Categories> {
  const rows = await listCategoryRows(database.sql);
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byName: new Map(rows.map((row) => [row.name.toLowerCase(), row])),
  };
}

/** Returns all categories from a TTL cache of one minute. */
export function readCategories(context: Pick<Platform, 'db' | 'state'>): Promise<Categories> {
  return categoriesOf(context).read('all', () => load(context.db));
}

export function forgetCategories(context: Pick<Platform, 'state'>): void {
  categoriesOf(context).clear();
}

/** Lists adult categories first, then by name. A server without adult content has no adult categories. */
export async function listCategories(context: Platform): Promise<Category[]> {
  const { byId } = await readCategories(context);
  return [...byId.values()]
    .filter(({ adult }) => !adult || context.config.adultContent)
    .sort((one, other) => Number(other.adult) - Number(one.adult) || one.name.localeCompare(other.name, 'en'))
    .map(({ id, name, icon }) => ({ id, name, icon }));
}

/** Adds the standard categories; NSFW only if the server offers adult content. */
export async function seedCategories(context: Platform): Promise<void> {
  for (const { name, icon } of seeds) {
    const adult = isAdultCategory(name);
    if (adult && !context.config.adultContent) continue;
    await insertCategory(context.db.sql, { name, icon, adult });
  }
  forgetCategories(context);
}
