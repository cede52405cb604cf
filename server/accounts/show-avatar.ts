import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toCurrentUser } from './current-user.ts';
import { saveProfile } from './profile.sql.ts';
import { lockUser } from './users.sql.ts';

/** Somebody shows this picture from now on, or their initials; the picture before it is forgotten. */
export async function showAvatar(context: Platform, userId: string, avatarUrl: string | null): Promise<CurrentUser> {
  return context.db.tx(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before) throw appError('not_signed_in');
    const after = await saveProfile(tx, userId, { avatarUrl });
    if (before.avatarUrl) await removeImage(context, tx, before.avatarUrl);
    return toCurrentUser(after);
  });
}
