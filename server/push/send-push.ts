import { TargetRefused } from '#server/platform/network/public-target.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deliverPush } from './deliver-push.ts';
import type {} from './hooks.ts';
import type { QueuedPush } from './queue-push.ts';
import { deleteEndpoint, findSubscription, markReached } from './subscriptions.sql.ts';

/**
 * Sends one note to one device, unless its session has ended, the note has expired, or a block hides it since. Deletes subscriptions that no
 * longer exist.
 */
export async function sendPush(context: Platform, { sessionId, note, urgency, until }: QueuedPush): Promise<void> {
  const { config, db, hooks, log } = context;
  const ttlS = Math.floor((until - Date.now()) / 1000);
  const subscription = await findSubscription(db.sql, sessionId, config.session.idleMs);
  if (!subscription || ttlS <= 0) return;
  for (const maySend of hooks.all('push.may_send')) if (!(await maySend(db.sql, note.tag))) return;
  const { endpoint } = subscription;
  const { host } = new URL(endpoint);
  try {
    const outcome = await deliverPush(context, subscription, note, { ttlS, urgency });
    if (outcome === 'taken') await markReached(db.sql, endpoint);
    if (outcome === 'gone') await deleteEndpoint(db.sql, endpoint);
    if (outcome === 'refused') log.warn({ host }, 'a push service refused a push; the subscription is kept');
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    log.warn({ err: error, host }, 'a push service no longer has a public address; its subscription is deleted');
    await deleteEndpoint(db.sql, endpoint);
  }
}
