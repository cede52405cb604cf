import { TargetRefused } from '#server/platform/network/public-target.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deliverPush } from './deliver-push.ts';
import type { QueuedPush } from './queue-push.ts';
import { deleteEndpoint, findSubscription, markReached } from './subscriptions.sql.ts';

/** One note to one device. Whoever has signed out there since hears nothing; nor does an address that nobody listens at. */
export async function sendPush(context: Platform, { sessionId, note, urgency, until }: QueuedPush): Promise<void> {
  const { config, db, log } = context;
  const ttlS = Math.floor((until - Date.now()) / 1000);
  const subscription = await findSubscription(db.sql, sessionId, config.session.idleMs);
  if (!subscription || ttlS <= 0) return;
  const { endpoint } = subscription;
  const { host } = new URL(endpoint);
  try {
    const outcome = await deliverPush(context, subscription, note, { ttlS, urgency });
    if (outcome === 'taken') await markReached(db.sql, endpoint);
    if (outcome === 'gone') await deleteEndpoint(db.sql, endpoint);
    if (outcome === 'refused') log.warn({ host }, 'a push service refuses our pushes');
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    log.warn({ err: error, host }, 'a push service has no public address any more');
    await deleteEndpoint(db.sql, endpoint);
  }
}
