import webPush from 'web-push';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The keys that identify this installation to push services (VAPID, RFC 8292). Both are base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const kept = contextState(() => ({ keys: undefined as PushKeys | undefined }));

/** Created at the first start and stored with the data. Browsers subscribe to the public key, so new keys would lose every subscription. */
export async function readPushKeys(context: Pick<Platform, 'db' | 'state'>): Promise<PushKeys> {
  const stored = kept(context);
  stored.keys ??= parse(await readSecret(context.db.sql, 'vapid', makeKeys));
  return stored.keys;
}

function makeKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `${publicKey}.${privateKey}`;
}

function parse(secret: string): PushKeys {
  const [publicKey, privateKey] = secret.split('.');
  if (!publicKey || !privateKey) throw new Error('the stored push keys are malformed');
  return { publicKey, privateKey };
}
