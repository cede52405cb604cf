import webPush from 'web-push';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';

/** By which push services know this installation (VAPID, RFC 8292); both base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const known = new WeakMap<Database, PushKeys>();

/**
 * Made at the first start and kept with the data: browsers subscribe to the public one, and with other keys none of them could be
 * reached any more.
 */
export async function readPushKeys({ db }: Pick<Platform, 'db'>): Promise<PushKeys> {
  const kept = known.get(db) ?? parse(await readSecret(db.sql, 'vapid', makeKeys));
  known.set(db, kept);
  return kept;
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
