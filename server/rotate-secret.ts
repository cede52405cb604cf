import { appKeySecret, makeAppKey } from './accounts/second-factor/app-key.ts';
import { forgetOldAppKeys } from './accounts/second-factor/rotate-app-key.ts';
import { makeWebhookSecret } from './money/sandbox/read-webhook.ts';
import { addSecret, forgetOldSecrets, makeRandomSecret } from './platform/data/read-secret.ts';
import type { Platform } from './platform/platform.ts';
import { makePushKeys } from './push/push-keys.ts';
import { ledgerKeySecret } from './transparency/ledger-keys.ts';
import { forgetOldLedgerKeys, rotateLedgerKey } from './transparency/rotate-ledger-key.ts';
import { forgetOldWebhookKeys, makeWebhookKey, webhookKeySecret } from './webhooks/endpoint-secrets.ts';

/** A secret in the database that can be rotated while servers run. */
interface Rotation {
  /** Makes a new value. Returns how many are valid now, and what else the operator should know. */
  rotate(context: Platform): Promise<{ valid: number; note?: string }>;
  /** Removes the values before the current one. Returns how many. */
  forget(context: Platform): Promise<number>;
}

/** A secret whose new value needs nothing but itself. */
const plain = (name: string, make: () => string): Rotation => ({
  rotate: async ({ db }) => ({ valid: await addSecret(db.sql, name, make) }),
  forget: ({ db }) => forgetOldSecrets(db.sql, name, make),
});

const rotations: Record<string, Rotation> = {
  unsubscribe: plain('unsubscribe', makeRandomSecret),
  claim_codes: plain('claim_codes', makeRandomSecret),
  delivery_tags: plain('delivery_tags', makeRandomSecret),
  sandbox_webhook: plain('sandbox_webhook', makeWebhookSecret),
  vapid: plain('vapid', makePushKeys),
  [appKeySecret]: { ...plain(appKeySecret, makeAppKey), forget: forgetOldAppKeys },
  [webhookKeySecret]: { ...plain(webhookKeySecret, makeWebhookKey), forget: forgetOldWebhookKeys },
  [ledgerKeySecret]: {
    async rotate(context) {
      const { change, signers } = await rotateLedgerKey(context);
      const note = `Key change ${change.number} is published at /transparency. Make a backup now, because older ones lack the new key: ${change.newKey}`;
      return { valid: signers, note };
    },
    forget: forgetOldLedgerKeys,
  },
};

export const rotatableSecrets = Object.keys(rotations);

/**
 * Makes a new value of a secret, which every node uses from its next read on; the old ones stay valid. With `forget`, makes none and
 * removes the old ones. Returns a text for the operator; undefined for an unknown name.
 */
export async function rotateSecret(
  context: Platform,
  name: string,
  { forget = false } = {},
): Promise<string | undefined> {
  const rotation = Object.hasOwn(rotations, name) ? rotations[name] : undefined;
  if (!rotation) return undefined;
  if (forget) return `Removed ${await rotation.forget(context)} old values of ${name}.`;
  const { valid, note } = await rotation.rotate(context);
  const done = `${name} has a new value; ${valid} values are valid. Remove the old ones later: npm run cli -- rotate-secret ${name} --forget-old`;
  return note ? `${done}\n${note}` : done;
}
