import { createHmac, timingSafeEqual } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { type UnsubscribeScope, unsubscribeScope } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { makeRandomSecret, readSecrets } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

const secretsOf = (sql: Connection) => readSecrets(sql, 'unsubscribe', makeRandomSecret);

const signatureOf = (secret: string, payload: string) =>
  createHmac('sha256', secret).update(payload).digest('base64url');

/**
 * The link in an email that turns off its topic or digest, without a sign-in. It never expires: mail programs may use it years later, and
 * it can do nothing else. Its address has no language, which the site may not offer any more by then; the page finds it. Reads the secret in the caller's transaction: a second connection for each of many transactions would exhaust
 * the pool.
 */
export async function unsubscribeUrl(
  { config }: Pick<Platform, 'config'>,
  tx: Tx,
  { userId, scope }: { userId: string; scope: UnsubscribeScope },
): Promise<string> {
  const payload = `${userId}.${scope}`;
  const token = `${payload}.${signatureOf((await secretsOf(tx)).current, payload)}`;
  return `${config.publicUrl}${paths.unsubscribe}?token=${token}`;
}

/** Throws `link_invalid` for a token that this installation did not sign. */
export async function readUnsubscribeToken(
  context: Pick<Platform, 'db'>,
  token: string,
): Promise<{ userId: string; scope: UnsubscribeScope }> {
  const [userId = '', scopeName = '', signature = ''] = token.split('.');
  const { all } = await secretsOf(context.db.sql);
  const isSigned = all.some((secret) => isSame(signature, signatureOf(secret, `${userId}.${scopeName}`)));
  const scope = unsubscribeScope.safeParse(scopeName);
  if (!isSigned || !scope.success) {
    throw appError('link_invalid', {
      message: () => t`This unsubscribe link is incomplete. Open it from the email again.`,
    });
  }
  return { userId, scope: scope.data };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
