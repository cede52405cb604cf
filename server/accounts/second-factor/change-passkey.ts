import { appError } from '#contract/errors.ts';
import type { SecondFactor } from '#contract/second-factor.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { hasWayIn } from '#server/accounts/providers/identities.sql.ts';
import { spellingsOf } from '#server/accounts/providers/providers.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mailFactorChange } from './factor-mails.ts';
import { keepRequiredFactor } from './keep-required-factor.ts';
import { deletePasskey, savePasskeyName } from './passkeys.sql.ts';
import { readSecondFactor } from './read-second-factor.ts';

/** Throws not_found for another person's passkey. */
export async function renamePasskey(
  context: Platform,
  request: RequestContext,
  id: string,
  name: string,
): Promise<SecondFactor> {
  const actor = signedIn(request);
  await context.db.tx(async (tx) => {
    await lockOwnAccount(tx, actor);
    if (!(await savePasskeyName(tx, actor.userId, id, name))) throw appError('not_found');
  });
  return readSecondFactor(context, actor);
}

/** Removes a passkey. All sessions stay. Throws not_found for another person's passkey, last_factor, last_way_in. */
export async function removePasskey(
  context: AccountsContext,
  request: RequestContext,
  id: string,
): Promise<SecondFactor> {
  const actor = signedIn(request);
  await context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    const name = await deletePasskey(tx, user.id, id);
    if (name === null) throw appError('not_found');
    await keepRequiredFactor(context, tx, user);
    if (!(await hasWayIn(tx, user.id, context.providers.flatMap(spellingsOf)))) throw appError('last_way_in');
    await mailFactorChange(context, tx, user, { kind: 'passkey_removed', name, userAgent: request.userAgent });
  });
  return readSecondFactor(context, actor);
}
