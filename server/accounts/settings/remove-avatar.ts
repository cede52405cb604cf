import type { CurrentUser } from '#contract/accounts.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { replaceAvatar } from './replace-avatar.ts';

/** Removes the avatar; the profile shows initials again. */
export function removeAvatar(context: Platform, actor: Actor): Promise<CurrentUser> {
  return replaceAvatar(context, actor.userId, null);
}
