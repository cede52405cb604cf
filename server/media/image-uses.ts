import type { Hooks } from '#server/platform/hooks.ts';
import type {} from './hooks.ts';
import type { ImageUses } from './images.sql.ts';

/** The rows of all modules that show an image, as one part of a query. */
export function imageUsesOf(hooks: Hooks): ImageUses {
  return (sql, image) =>
    hooks
      .all('image.uses')
      .map((uses) => uses(sql, image))
      .reduce((before, uses) => sql`${before} union all ${uses}`);
}
