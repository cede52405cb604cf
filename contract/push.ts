import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Web Push to the calling browser. A subscription belongs to a session and ends with it. The payload is encrypted for the browser
 * (RFC 8291), so the push service learns neither text nor names.
 */

/** The most devices of one person; a new one replaces the oldest. */
export const pushDevicesMax = 10;

/** The most characters of a push service's address, also of its normalized form. */
export const pushEndpointMax = 2000;

/** base64url, with or without padding. */
const bytes = (min: number, max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/)
    .min(min)
    .max(max);

/** The browser's `PushSubscription.toJSON()`. When it has expired, the push service responds with an error. */
const subscription = z.object({
  endpoint: z.string().min(1).max(pushEndpointMax),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: bytes(87, 88), auth: bytes(22, 24) }),
});

const pushState = z.object({
  /** The `applicationServerKey` to subscribe with: base64url of an uncompressed P-256 point. */
  publicKey: z.string(),
  /** The push service endpoint of this session's browser; null if it has no subscription. */
  endpoint: z.string().nullable(),
});
export type PushState = z.infer<typeof pushState>;

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'Get whether this device receives push notifications, and the key to subscribe with',
  who: 'user',
  output: pushState,
});
/** Replaces the session's subscription. Beyond ten devices the oldest is dropped. */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push/subscription',
  summary: 'Send pushes to this device until its session ends',
  who: 'user',
  body: subscription,
  output: pushState,
});
export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/api/push/subscription',
  summary: 'Stop sending pushes to this device',
  who: 'user',
  output: pushState,
  whileSuspended: true,
});
export const testPush = endpoint({
  method: 'POST',
  path: '/api/push/test',
  summary: 'Push a test notification to this device; responds once its push service has accepted it',
  who: 'user',
  output: z.object({ ok: z.literal(true) }),
  errors: ['unavailable'],
});

/** The payload of a push. A notification replaces the one before it with the same tag; pressing it opens `href`. */
export interface PushNote {
  title: string;
  body: string;
  href: string;
  tag: string;
}

/** The message that the service worker posts to an open page instead of showing a notification. */
export interface PushMessage {
  pushed: Pick<PushNote, 'title' | 'body' | 'href'>;
}
