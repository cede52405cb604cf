import { makeWebhookSecret } from './money/sandbox/read-webhook.ts';
import { addSecret, forgetOldSecrets, makeRandomSecret } from './platform/data/read-secret.ts';
import type { Connection } from './platform/postgres/db.ts';
import { makePushKeys } from './push/push-keys.ts';

/** The secrets in the database that can be rotated while servers run, and how to make a new value. */
const rotatable: Record<string, () => string> = {
  unsubscribe: makeRandomSecret,
  claim_codes: makeRandomSecret,
  delivery_tags: makeRandomSecret,
  sandbox_webhook: makeWebhookSecret,
  vapid: makePushKeys,
};

export const rotatableSecrets = Object.keys(rotatable);

/**
 * Makes a new value of a secret, which every node uses from its next read on; the old ones stay valid. With `forget`, makes none and
 * removes the old ones. Returns a sentence for the operator; undefined for an unknown name.
 */
export async function rotateSecret(
  sql: Connection,
  name: string,
  { forget = false } = {},
): Promise<string | undefined> {
  const make = Object.hasOwn(rotatable, name) ? rotatable[name] : undefined;
  if (!make) return undefined;
  if (forget) return `Removed ${await forgetOldSecrets(sql, name, make)} old values of ${name}.`;
  const valid = await addSecret(sql, name, make);
  return `${name} has a new value; ${valid} values are valid. Remove the old ones later: npm run cli -- rotate-secret ${name} --forget-old`;
}
