import { createECDH } from 'node:crypto';
import type { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { type PushState, pushDevicesMax, pushEndpointMax } from '#contract/push.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPushKeys } from './push-keys.ts';
import { checkPushTarget } from './push-target.ts';
import { deleteSubscription, findEndpoint, saveSubscription } from './subscriptions.sql.ts';

export async function readPush(context: Platform, { sessionId }: Actor): Promise<PushState> {
  const [{ publicKey }] = await readPushKeys(context);
  return { publicKey, endpoint: await findEndpoint(context.db.sql, sessionId) };
}

export interface SubscriptionInput {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Subscribes the browser of this session. Throws validation_failed if a push service could not have issued the keys or the address. */
export async function subscribeToPush(
  context: Platform,
  actor: Actor,
  { endpoint, keys }: SubscriptionInput,
): Promise<PushState> {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (!isP256Point(p256dh) || auth.length !== 16)
    throw refused('keys', () => verbatim('These are not the keys of a push subscription.'));
  await checkAddress(context, endpoint);
  const { href } = new URL(endpoint);
  // Percent-encoding may lengthen an address.
  if (href.length > pushEndpointMax) throw refusedAddress();
  const { userId, sessionId } = actor;
  const device = { sessionId, endpoint: href, p256dh, auth };
  const saved = await context.db.tx((tx) => saveSubscription(tx, userId, device, pushDevicesMax));
  if (!saved) throw appError('not_signed_in');
  return readPush(context, actor);
}

const refused = (field: string, message: () => string): AppError =>
  appError('validation_failed', { message, fields: { [field]: message } });

const refusedAddress = () => refused('endpoint', () => t`Notifications can’t be sent to this address.`);

async function checkAddress(context: Platform, endpoint: string): Promise<void> {
  try {
    await checkPushTarget(context, endpoint);
  } catch (error) {
    context.log.info({ err: error }, 'a push address was refused; the device is not subscribed');
    throw refusedAddress();
  }
}

/** Checks for an uncompressed point on the curve P-256. */
function isP256Point(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    ecdh.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}

export async function unsubscribeFromPush(context: Platform, actor: Actor): Promise<PushState> {
  await deleteSubscription(context.db.sql, actor.sessionId);
  return readPush(context, actor);
}
