import type { Tx } from '#server/platform/postgres/db.ts';
import { clearPictures, type PictureProfiles, putBackPictures } from './pictures.sql.ts';

/** Takes a picture off the creator profiles that show it. Returns their ids, for `restoreProfilePictures`. */
export async function withholdProfilePictures(tx: Tx, url: string): Promise<PictureProfiles> {
  return clearPictures(tx, url);
}

/** Puts a withheld picture back on those profiles that have no other one now. */
export async function restoreProfilePictures(tx: Tx, url: string, profiles: PictureProfiles): Promise<void> {
  await putBackPictures(tx, url, profiles);
}
