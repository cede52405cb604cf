import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import { lockUser } from '#server/accounts/users.sql.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { storeAvatar } from '#server/media/store-avatar.ts';
import { type Actor, type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { clearAvatars, putBackAvatars, saveProfile } from './profile.sql.ts';

/** Sets the avatar and deletes the previous picture. With null the profile shows initials. Throws not_signed_in. */
export async function replaceAvatar(context: Platform, userId: string, avatarUrl: string | null): Promise<CurrentUser> {
  return context.db.tx(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) throw appError('not_signed_in');
    const after = await saveProfile(tx, userId, { avatarUrl });
    if (before.avatarUrl) await removeImage(context, tx, before.avatarUrl);
    return toCurrentUser(context.config, after);
  });
}

/** Sets the uploaded picture as the avatar and deletes the previous one. Throws image_too_large, image_type, image_unreadable. */
export async function setAvatar(context: Platform, request: RequestContext): Promise<CurrentUser> {
  const { userId } = signedIn(request);
  await context.limits.limiter('avatars', { points: 60, perMs: 60 * 60_000 }).consume(userId);
  const form = await request.readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
  const file = form.files.find(({ field }) => field === 'avatar' || field === 'file');
  if (!file) throw missingPicture();
  const { url } = await storeAvatar(context, { ownerId: userId, data: file.data });
  return replaceAvatar(context, userId, url);
}

function missingPicture() {
  const message = () => t`Choose a picture.`;
  return appError('validation_failed', { message, fields: { avatar: message } });
}

/** Removes the avatar; the profile shows initials again. */
export function removeAvatar(context: Platform, actor: Actor): Promise<CurrentUser> {
  return replaceAvatar(context, actor.userId, null);
}

/** Takes a picture off the accounts whose profile picture it is. Returns their ids, for `restoreAvatars`. */
export async function withholdAvatars(tx: Tx, url: string): Promise<string[]> {
  return clearAvatars(tx, url);
}

/** Puts a withheld picture back, except on accounts that have chosen another one or were deleted. */
export async function restoreAvatars(tx: Tx, url: string, userIds: string[]): Promise<void> {
  await putBackAvatars(tx, url, userIds);
}
