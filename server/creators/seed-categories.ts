import { isAdultCategory, seedCategories as seeds } from '#contract/limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertCategory } from './categories.sql.ts';
import { forgetCategories } from './categories.ts';

/** Adds the categories that every installation has; NSFW only where adult content is offered. */
export async function seedCategories(context: Platform): Promise<void> {
  for (const { name, icon } of seeds) {
    const adult = isAdultCategory(name);
    if (adult && !context.config.adultContent) continue;
    await insertCategory(context.db.sql, { name, icon, adult });
  }
  forgetCategories(context);
}
