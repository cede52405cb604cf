import { lockSecrets, makeRandomSecret } from '#server/platform/data/read-secret.ts';
import { type SealKey, seal, sealKeyFrom, unseal } from '#server/platform/data/seal.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** The installation secret that encrypts the secrets of authenticator apps. */
export const appKeySecret = 'authenticator_apps';
export const makeAppKey = makeRandomSecret;

/** The first key encrypts, and all of them read. */
export function appKeysFrom(values: readonly string[]): SealKey {
  const [newest, ...older] = values.map((value) => sealKeyFrom(Buffer.from(value, 'base64url')));
  if (!newest) throw new Error(`there is no secret ${appKeySecret}`);
  const other = older.reduceRight<SealKey | undefined>(
    (rest, key) => (rest ? { ...key, other: rest } : key),
    undefined,
  );
  return other ? { ...newest, other } : newest;
}

/** Encrypts the secret of a person's app. The key stays valid until the transaction has stored the result. */
export async function sealAppSecret(tx: Tx, userId: string, secret: Buffer): Promise<Buffer> {
  const { all } = await lockSecrets(tx, appKeySecret, makeAppKey, 'use');
  return seal(appKeysFrom(all), userId, secret);
}

/** `keys` are the values of the installation secret, separated by commas. Throws if none of them encrypted it, or if it is another person's. */
export function openAppSecret(keys: string, userId: string, sealed: Buffer): Buffer {
  const secret = unseal(appKeysFrom(keys.split(',')), userId, sealed);
  if (!secret) throw new Error(`no key opens the authenticator app of ${userId}`);
  return secret;
}
