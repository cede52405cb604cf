import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Web Push to the browser that asks: what it hears is tied to its session and ends with it. The payload is encrypted for the browser
 * (RFC 8291); the push service learns neither words nor people.
 */

/** Devices of one person; the next in takes the place of the oldest. */
export const pushDevicesMax = 10;

/** base64url, without padding or with it. */
const bytes = (min: number, max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/)
    .min(min)
    .max(max);

/** `PushSubscription.toJSON()` of the browser; when it expires its push service tells. */
const subscription = z.object({
  endpoint: z.string().min(1).max(2000),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: bytes(87, 88), auth: bytes(22, 24) }),
});

const pushState = z.object({
  /** The `applicationServerKey` to subscribe with: base64url of an uncompressed P-256 point. */
  publicKey: z.string(),
  /** Whether this session's browser is told, and at which address of its push service. */
  endpoint: z.string().nullable(),
});
export type PushState = z.infer<typeof pushState>;

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'Whether this device gets pushes, and the key to subscribe with',
  who: 'user',
  output: pushState,
});
/** In place of the one that this session had; of more devices than ten the oldest goes. */
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
  summary: 'Send no pushes to this device any more',
  who: 'user',
  output: pushState,
  whileSuspended: true,
});
export const testPush = endpoint({
  method: 'POST',
  path: '/api/push/test',
  summary: 'Push a greeting to this device; answers once its push service has taken it',
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

/** What the service worker posts to an open page instead of showing a notification. */
export interface PushMessage {
  pushed: Pick<PushNote, 'title' | 'body' | 'href'>;
}
