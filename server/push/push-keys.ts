import webPush from 'web-push';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';

/** By which push services know this installation (VAPID, RFC 8292); both base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const kept = contextState(() => ({ keys: undefined as PushKeys | undefined }));

/**
 * Made at the first start and kept with the data: browsers subscribe to the public one, and with other keys none of them could be
 * reached any more.
 */
export async function readPushKeys(context: Pick<Platform, 'db' | 'state'>): Promise<PushKeys> {
  const own = kept(context);
  own.keys ??= parse(await readSecret(context.db.sql, 'vapid', makeKeys));
  return own.keys;
}

function makeKeys(): string {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return `${publicKey}.${privateKey}`;
}

function parse(secret: string): PushKeys {
  const [publicKey, privateKey] = secret.split('.');
  if (!publicKey || !privateKey) throw new Error('what is kept as the push keys are none');
  return { publicKey, privateKey };
}
