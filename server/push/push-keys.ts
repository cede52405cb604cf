import webPush from 'web-push';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';

/** The keys that identify this installation to push services (VAPID, RFC 8292). Both are base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const known = new WeakMap<Database, PushKeys>();

/** Created at the first start and stored with the data. Browsers subscribe to the public key, so new keys would lose every subscription. */
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
  if (!publicKey || !privateKey) throw new Error('the stored push keys are malformed');
  return { publicKey, privateKey };
}
