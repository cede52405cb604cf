import type { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { restoreAvatars, withholdAvatars } from '#server/accounts/settings/set-avatar.ts';
import { restoreProfilePictures, withholdProfilePictures } from '#server/creators/withhold-picture.ts';
import { withholdImages } from '#server/media/withhold-images.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { KeptPicture, NewMaterial } from './materials.sql.ts';
import { lockPicture } from './pictures.sql.ts';
import { picturePath } from './takedown-view.ts';

export const materialGone = (): AppError =>
  appError('not_found', { message: () => t`Some of this material no longer exists. Reload and choose again.` });

/** Takes a profile or cover picture off every profile and serves it to admins only. Throws not_found if no profile shows it. */
export async function withholdPicture(
  tx: Tx,
  imageId: string,
): Promise<Pick<NewMaterial, 'subjectId' | 'kept' | 'frozePool' | 'poolId' | 'label'>> {
  const picture = await lockPicture(tx, imageId);
  if (!picture) throw materialGone();
  const { url, username, ownerId, isCover } = picture;
  const userIds = await withholdAvatars(tx, url);
  const profiles = await withholdProfilePictures(tx, url);
  await withholdImages(tx, [imageId], true);
  return {
    subjectId: ownerId,
    kept: { picture: { url, path: picturePath(picture), userIds, ...profiles } },
    frozePool: false,
    poolId: null,
    // Stored in English, as the other labels.
    label: inEnglish(
      isCover ? msg`The cover picture of @${{ username }}` : msg`The profile picture of @${{ username }}`,
    ),
  };
}

/**
 * Serves the picture again, and puts it back on profiles that have no other picture now. Returns false if it was deleted with the account
 * that uploaded it.
 */
export async function restorePicture(
  tx: Tx,
  imageId: string,
  { url, userIds, profileIds, coverIds = [] }: KeptPicture,
): Promise<boolean> {
  if ((await withholdImages(tx, [imageId], false)) === 0) return false;
  await restoreAvatars(tx, url, userIds);
  await restoreProfilePictures(tx, url, { profileIds, coverIds });
  return true;
}
