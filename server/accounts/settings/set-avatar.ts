import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { storeAvatar } from '#server/media/store-avatar.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { replaceAvatar } from './replace-avatar.ts';

const choose = 'Choose a picture.';

/** Sets the uploaded picture as the avatar and deletes the previous one. Throws image_too_large, image_type, image_unreadable. */
export async function setAvatar(context: Platform, request: RequestContext): Promise<CurrentUser> {
  const { userId } = signedIn(request);
  await context.limits.limiter('avatars', { points: 60, perMs: 60 * 60_000 }).consume(userId);
  const form = await request.readForm({ maxFileBytes: limits.imageBytes, tooLarge: 'image_too_large' });
  const file = form.files.find(({ field }) => field === 'avatar' || field === 'file');
  if (!file) throw appError('validation_failed', { message: choose, fields: { avatar: choose } });
  const { url } = await storeAvatar(context, { ownerId: userId, data: file.data });
  return replaceAvatar(context, userId, url);
}
