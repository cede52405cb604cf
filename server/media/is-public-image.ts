import type { Platform } from '#server/platform/platform.ts';
import { imageKeyOf } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { findImageUse } from './images.sql.ts';
import { isForEveryone } from './policy.ts';

/** Whether everyone may see the stored picture with this URL path without the age gate. False for a URL of another kind. */
export async function isPublicImage({ db, hooks }: Platform, url: string): Promise<boolean> {
  const key = imageKeyOf(url);
  const use = key && (await findImageUse(db.sql, imageUsesOf(hooks), { key, url, viewerId: null }));
  return use ? isForEveryone(use) : false;
}
