import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { clearBrowser } from '#server/accounts/sessions/sessions.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { AccountsContext } from './accounts-context.ts';
import { eraseAccount } from './erase-account.ts';
import { lockProvenAccount } from './lock-own-account.ts';
import { proveIdentity } from './prove-identity.ts';
import { findUserById } from './users.sql.ts';

/** Deletes the caller's account. Throws account_in_use, wrong_password, proof_required, last_admin. */
export async function deleteAccount(
  context: AccountsContext,
  request: RequestContext,
  password: string | undefined,
): Promise<{ message: string }> {
  const actor = signedIn(request);
  const user = await findUserById(context.db.sql, actor.userId);
  if (!user) throw appError('not_signed_in');
  await proveIdentity(context, request, user, { password, field: 'password' });
  await context.db.tx(async (tx) => eraseAccount(context, tx, await lockProvenAccount(tx, actor, user.passwordHash)));
  clearBrowser(request);
  context.log.info({ event: 'account_deleted', userId: user.id, requestId: request.requestId }, 'account deleted');
  return { message: t`Your account is deleted.` };
}
