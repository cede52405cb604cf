import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { consumeChangeToken, deleteEmailTokens } from '#server/accounts/email-tokens.sql.ts';
import { insertFormerEmail } from '#server/accounts/former-emails.sql.ts';
import { lockUser } from '#server/accounts/users.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { deleteUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { replaceEmail } from './profile.sql.ts';
import { emailChangedEmail } from './settings-emails.ts';

/** Throws sign_in_to_confirm unless the caller is signed in to the account of a mailed link. Call it within the transaction that uses the link. */
export function assertOwnLink(actor: Actor | null, userId: string): void {
  if (actor?.userId !== userId) throw appError('sign_in_to_confirm');
}

/**
 * Completes an email change with the mailed link and notifies the previous email. Invalidates all other mailed links because they
 * went to the previous email. While the account is suspended, the link stays unused. Throws link_invalid, sign_in_to_confirm, email_taken,
 * suspended.
 */
export async function completeEmailChange(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  tokenHash: Buffer,
  actor: Actor | null,
): Promise<{ message: string }> {
  const change = await consumeChangeToken(tx, tokenHash);
  const user = change && (await lockUser(tx, change.userId));
  if (!change || !user) throw appError('link_invalid');
  assertOwnLink(actor, user.id);
  if (user.suspendedAt) throw appError('suspended');
  if (!(await replaceEmail(tx, user.id, change.email))) throw appError('email_taken');
  await insertFormerEmail(tx, user.id, user.email);
  await deleteEmailTokens(tx, user.id);
  await deleteUndeliverable(tx, user.email);
  await deleteUndeliverable(tx, change.email);
  const messageId = `email-changed-${tokenHash.toString('hex').slice(0, 32)}`;
  const compose = () => emailChangedEmail(config, user.username, change.email);
  await mail.send(tx, { to: user, compose, messageId });
  return { message: t`Your email is now ${{ address: change.email }}. Thank you.` };
}
