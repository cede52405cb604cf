import type { PushState } from '#contract/push.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPush } from './read-push.ts';
import { deleteSubscription } from './subscriptions.sql.ts';

export async function unsubscribeFromPush(context: Platform, actor: Actor): Promise<PushState> {
  await deleteSubscription(context.db.sql, actor.sessionId);
  return readPush(context, actor);
}
