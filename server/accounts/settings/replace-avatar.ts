import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import { lockUser } from '#server/accounts/users.sql.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { Platform } from '#server/platform/platform.ts';
import { saveProfile } from './profile.sql.ts';

/** Sets the avatar and deletes the previous picture. With null the profile shows initials. Throws not_signed_in. */
export async function replaceAvatar(context: Platform, userId: string, avatarUrl: string | null): Promise<CurrentUser> {
  return context.db.tx(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) throw appError('not_signed_in');
    const after = await saveProfile(tx, userId, { avatarUrl });
    if (before.avatarUrl) await removeImage(context, tx, before.avatarUrl);
    return toCurrentUser(after);
  });
}
