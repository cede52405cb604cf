import { lockSecrets, makeRandomSecret } from '#server/platform/data/read-secret.ts';
import { seal, sealKeyOf, unseal } from '#server/platform/data/seal.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** The installation secret that encrypts the secrets of authenticator apps. */
export const appKeySecret = 'authenticator_apps';
export const makeAppKey = makeRandomSecret;

/** Encrypts the secret of a person's app. The key stays valid until the transaction has stored the result. */
export async function sealAppSecret(tx: Tx, userId: string, secret: Buffer): Promise<Buffer> {
  const { all } = await lockSecrets(tx, appKeySecret, makeAppKey, 'use');
  return seal(sealKeyOf(all), userId, secret);
}

/** `keys` are the values of the installation secret, separated by commas. Throws if none of them encrypted it, or if it is another person's. */
export function openAppSecret(keys: string, userId: string, sealed: Buffer): Buffer {
  const secret = unseal(sealKeyOf(keys.split(',')), userId, sealed);
  if (!secret) throw new Error(`no key opens the authenticator app of ${userId}`);
  return secret;
}
