import type { Hooks } from '#server/platform/hooks.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from './hooks.ts';
import { imageKeyOf } from './image-url.ts';
import { findImageUse, type ImageUses } from './images.sql.ts';
import { isForEveryone } from './policy.ts';

/** Combines the modules' subqueries of the rows that use a picture. */
export function imageUsesOf(hooks: Hooks): ImageUses {
  return (sql, image) =>
    hooks
      .all('image.uses')
      .map((uses) => uses(sql, image))
      .reduce((before, uses) => sql`${before} union all ${uses}`);
}

/** Whether everyone may see the stored picture with this URL path without the age gate. False for a URL of another kind. */
export async function isPublicImage({ db, hooks }: Platform, url: string): Promise<boolean> {
  const key = imageKeyOf(url);
  const use = key && (await findImageUse(db.sql, imageUsesOf(hooks), { key, url, viewerId: null }));
  return use ? isForEveryone(use) : false;
}
