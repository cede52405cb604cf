import { forgetOldSecrets, lockSecrets } from '#server/platform/data/read-secret.ts';
import { isSealedBy, seal, sealKeyOf } from '#server/platform/data/seal.ts';
import type { Platform } from '#server/platform/platform.ts';
import { appKeySecret, makeAppKey, openAppSecret } from './app-key.ts';
import { lockAllSecrets, replaceSecrets } from './authenticator-apps.sql.ts';

/**
 * Encrypts every secret of an authenticator app with the current key and removes the other keys, in one transaction: a set-up at the same
 * moment waits, and then uses the current key. Returns how many keys were removed.
 */
export function forgetOldAppKeys({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.tx(async (tx) => {
    const { all } = await lockSecrets(tx, appKeySecret, makeAppKey, 'change');
    const key = sealKeyOf(all);
    const renewed = (userId: string, sealed: Buffer | null) =>
      sealed && !isSealedBy(key, sealed) ? seal(key, userId, openAppSecret(all.join(','), userId, sealed)) : sealed;
    for (const { userId, secret, newSecret } of await lockAllSecrets(tx)) {
      const next = { userId, secret: renewed(userId, secret), newSecret: renewed(userId, newSecret) };
      if (next.secret !== secret || next.newSecret !== newSecret) await replaceSecrets(tx, next);
    }
    return forgetOldSecrets(tx, appKeySecret, makeAppKey);
  });
}
