import type { Category } from '#contract/creators/creators.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readCategories } from './categories.ts';

/** Lists adult categories first, then by name. A server without adult content has no adult categories. */
export async function listCategories(context: Platform): Promise<Category[]> {
  const { byId } = await readCategories(context);
  return [...byId.values()]
    .filter(({ adult }) => !adult || context.config.adultContent)
    .sort((one, other) => Number(other.adult) - Number(one.adult) || one.name.localeCompare(other.name, 'en'))
    .map(({ id, name, icon }) => ({ id, name, icon }));
}
