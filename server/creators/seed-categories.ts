import { isAdultCategory, seedCategories as seeds } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertCategory } from './categories.sql.ts';
import { forgetCategories } from './categories.ts';

/** Adds the standard categories; NSFW only if the server offers adult content. */
export async function seedCategories(context: Platform): Promise<void> {
  for (const { name, icon } of seeds) {
    const adult = isAdultCategory(name);
    if (adult && !context.config.adultContent) continue;
    await insertCategory(context.db.sql, { name, icon, adult });
  }
  forgetCategories(context);
}
