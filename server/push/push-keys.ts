import webPush from 'web-push';
import { readSecrets } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The keys that identify this installation to push services (VAPID, RFC 8292). Both are base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Newest first; made at the first start and stored with the data. A browser subscribes to the newest public key, and its push service accepts
 * pushes under that key only, so an old key stays until the subscriptions to it have ended.
 */
export async function readPushKeys(context: Pick<Platform, 'db'>): Promise<[PushKeys, ...PushKeys[]]> {
  const { current, all } = await readSecrets(context.db.sql, 'vapid', makePushKeys);
  return [parse(current), ...all.slice(1).map(parse)];
}

export function makePushKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `${publicKey}.${privateKey}`;
}

function parse(secret: string): PushKeys {
  const [publicKey, privateKey] = secret.split('.');
  if (!publicKey || !privateKey) throw new Error('the stored push keys are malformed');
  return { publicKey, privateKey };
}
