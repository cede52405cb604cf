import { randomBytes } from 'node:crypto';
import { forgetOldSecrets, lockSecrets, makeRandomSecret, readSecrets } from '#server/platform/data/read-secret.ts';
import { isSealedBy, seal, sealKeyOf, unseal } from '#server/platform/data/seal.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { lockAllSecrets, replaceSecrets } from './endpoints.sql.ts';

/** The installation secret that encrypts the secrets of webhooks. A signature needs the secret itself, so a hash of it is not enough. */
export const webhookKeySecret = 'webhooks';
export const makeWebhookKey = makeRandomSecret;

/** Standard Webhooks: 24 to 64 random bytes. */
const secretBytes = 32;

/** "whsec_" and base64, as libraries take it. */
export const spellSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`;

/** Seals a secret of an endpoint. The key stays valid until the transaction has stored the result. */
export async function sealEndpointSecret(tx: Tx, endpointId: string, secret: Buffer): Promise<Buffer> {
  const { all } = await lockSecrets(tx, webhookKeySecret, makeWebhookKey, 'use');
  return seal(sealKeyOf(all), endpointId, secret);
}

/** Makes the secret that signs the requests of an endpoint, and seals it. */
export async function makeEndpointSecret(tx: Tx, endpointId: string): Promise<{ secret: Buffer; sealed: Buffer }> {
  const secret = randomBytes(secretBytes);
  return { secret, sealed: await sealEndpointSecret(tx, endpointId, secret) };
}

/** Opens the secrets of an endpoint, the current one first. */
export async function openEndpointSecrets(
  sql: Connection,
  endpointId: string,
  sealed: readonly Buffer[],
): Promise<Buffer[]> {
  const { all } = await readSecrets(sql, webhookKeySecret, makeWebhookKey);
  return sealed.map((one) => open(all, endpointId, one));
}

function open(keys: readonly string[], endpointId: string, sealed: Buffer): Buffer {
  const secret = unseal(sealKeyOf(keys), endpointId, sealed);
  if (!secret) throw new Error(`no key opens the secret of the webhook ${endpointId}`);
  return secret;
}

/** Encrypts all secrets with the current key and removes the other keys, in one transaction. Returns how many keys were removed. */
export function forgetOldWebhookKeys({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.tx(async (tx) => {
    const { all } = await lockSecrets(tx, webhookKeySecret, makeWebhookKey, 'change');
    const key = sealKeyOf(all);
    const renewed = (id: string, sealed: Buffer) =>
      isSealedBy(key, sealed) ? sealed : seal(key, id, open(all, id, sealed));
    for (const { id, secret, previousSecret } of await lockAllSecrets(tx)) {
      await replaceSecrets(tx, {
        id,
        secret: renewed(id, secret),
        previousSecret: previousSecret && renewed(id, previousSecret),
      });
    }
    return forgetOldSecrets(tx, webhookKeySecret, makeWebhookKey);
  });
}
