import type { Hooks } from '#server/platform/hooks.ts';
import type {} from './hooks.ts';
import type { ImageUses } from './images.sql.ts';

/** Combines the modules' subqueries of the rows that use a picture. */
export function imageUsesOf(hooks: Hooks): ImageUses {
  return (sql, image) =>
    hooks
      .all('image.uses')
      .map((uses) => uses(sql, image))
      .reduce((before, uses) => sql`${before} union all ${uses}`);
}
