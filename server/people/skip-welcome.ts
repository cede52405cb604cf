import type { Interests } from '#contract/interests.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteWelcomeCard } from './interests.sql.ts';
import { readInterests } from './read-interests.ts';

/** Hides the welcome card permanently, on all devices. Safe to repeat. */
export async function skipWelcome(context: Platform, actor: Actor): Promise<Interests> {
  await deleteWelcomeCard(context.db.sql, actor.userId);
  return readInterests(context, actor);
}
