import webPush from 'web-push';
import type { Database } from '#server/platform/db.ts';
import type { Platform } from '#server/platform/platform.ts';
import { keepSecret, readSecret } from './push-keys.sql.ts';

/** By which push services know this installation (VAPID, RFC 8292); both base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const name = 'vapid';
const known = new WeakMap<Database, PushKeys>();

/**
 * Made at the first start and kept with the data: browsers subscribe to the public one, and with other keys none of them could be
 * reached any more.
 */
export async function readPushKeys({ db }: Pick<Platform, 'db'>): Promise<PushKeys> {
  const kept = known.get(db) ?? parse(await readSecret(db.sql, name)) ?? (await makeKeys(db));
  known.set(db, kept);
  return kept;
}

async function makeKeys(db: Database): Promise<PushKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await keepSecret(db.sql, name, `${publicKey}.${privateKey}`);
  const keys = parse(await readSecret(db.sql, name));
  if (!keys) throw new Error('the push keys were not kept');
  return keys;
}

function parse(secret: string | undefined): PushKeys | undefined {
  const [publicKey, privateKey] = secret?.split('.') ?? [];
  return publicKey && privateKey ? { publicKey, privateKey } : undefined;
}
