import type { PushState } from '#contract/push.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPushKeys } from './push-keys.ts';
import { findEndpoint } from './subscriptions.sql.ts';

export async function readPush(context: Platform, { sessionId }: Actor): Promise<PushState> {
  const [{ publicKey }] = await readPushKeys(context);
  return { publicKey, endpoint: await findEndpoint(context.db.sql, sessionId) };
}
