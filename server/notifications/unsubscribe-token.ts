import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { type UnsubscribeScope, unsubscribeScope } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

const secretOf = (sql: Connection) => readSecret(sql, 'unsubscribe', () => randomBytes(32).toString('base64url'));

const signatureOf = (secret: string, payload: string) =>
  createHmac('sha256', secret).update(payload).digest('base64url');

/**
 * The link in an email that turns off its topic or digest, without a sign-in. It never expires: mail programs may use it years later, and
 * it can do nothing else. Reads the secret in the caller's transaction: a second connection for each of many transactions would exhaust
 * the pool.
 */
export async function unsubscribeUrl(
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  { userId, scope }: { userId: string; scope: UnsubscribeScope },
): Promise<string> {
  const payload = `${userId}.${scope}`;
  const token = `${payload}.${signatureOf(await secretOf(tx), payload)}`;
  return `${config.publicUrl}${paths.unsubscribe}?token=${token}`;
}

/** Throws `link_invalid` for a token that this installation did not sign. */
export async function readUnsubscribeToken(
  context: Pick<Platform, 'db'>,
  token: string,
): Promise<{ userId: string; scope: UnsubscribeScope }> {
  const [userId = '', scopeName = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(await secretOf(context.db.sql), `${userId}.${scopeName}`));
  const given = Buffer.from(signature);
  const scope = unsubscribeScope.safeParse(scopeName);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !scope.success) {
    throw appError('link_invalid', { message: 'This unsubscribe link is incomplete. Open it from the email again.' });
  }
  return { userId, scope: scope.data };
}
