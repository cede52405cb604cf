import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { PushNote } from '#contract/push.ts';
import { startOfText } from '#contract/values/start-of-text.ts';
import { requestTo } from '#server/platform/network/public-target.ts';
import { readContactEmail } from '#server/platform/operator/read-operator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PushKeys, readPushKeys } from './push-keys.ts';
import { checkPushTarget } from './push-target.ts';
import type { Subscription } from './subscriptions.sql.ts';

export type Urgency = 'normal' | 'high';

const withinMs = 8000;
/** Characters. Push services take at most 4096 encrypted bytes; 400 characters stay far below that in any script. */
const bodyMax = 400;

/**
 * Sends a note to the browser's push service, encrypted for that browser. Tries the keys from before a rotation if the service refuses the
 * newest one. Returns `gone` if the subscription no longer exists, and
 * `refused` if the service will never accept this request. Throws if a retry may help.
 */
export async function deliverPush(
  context: Pick<Platform, 'config' | 'db'>,
  { endpoint, p256dh, auth }: Subscription,
  note: PushNote,
  { ttlS, urgency }: { ttlS: number; urgency: Urgency },
): Promise<'taken' | 'gone' | 'refused'> {
  const { config } = context;
  const contact = config.secure ? config.publicUrl : `mailto:${await readContactEmail(context)}`;
  const subscription = { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } };
  const body = note.body.length > bodyMax ? `${startOfText(note.body, bodyMax - 1)}…` : note.body;
  const target = await checkPushTarget(context, endpoint);
  const details = (keys: PushKeys) =>
    webPush.generateRequestDetails(subscription, JSON.stringify({ ...note, body }), {
      vapidDetails: {
        ...keys,
        subject: contact,
      },
      TTL: ttlS,
      urgency,
      topic: createHash('sha256').update(note.tag).digest('base64url').slice(0, 32),
    });
  for (const keys of await readPushKeys(context)) {
    const request = details(keys);
    // The status decides. No redirect is followed.
    const { headers, body } = request;
    const response = await requestTo(target, { method: 'POST', headers, body, signal: AbortSignal.timeout(withinMs) });
    response.destroy();
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status < 300) return 'taken';
    if (status === 404 || status === 410) return 'gone';
    if (status === 408 || status === 429 || status >= 500) throw new Error(`a push service answered ${status}`);
  }
  return 'refused';
}
