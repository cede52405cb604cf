import type { CurrentUser } from '#contract/accounts.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { showAvatar } from './show-avatar.ts';

/** Back to the initials. */
export function removeAvatar(context: Platform, actor: Actor): Promise<CurrentUser> {
  return showAvatar(context, actor.userId, null);
}
