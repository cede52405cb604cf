import type { SecondFactor } from '#contract/second-factor.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteApp } from './authenticator-apps.sql.ts';
import { mailFactorChange } from './factor-mails.ts';
import { keepRequiredFactor } from './keep-required-factor.ts';
import { readSecondFactor } from './read-second-factor.ts';

/** Removes the caller's authenticator app. The recovery codes go with the last factor (has-second-factor.sql). Throws last_factor. */
export async function removeApp(context: Platform, request: RequestContext): Promise<SecondFactor> {
  const actor = signedIn(request);
  await context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    if (await deleteApp(tx, user.id)) {
      await keepRequiredFactor(context, tx, user);
      await mailFactorChange(context, tx, user, { kind: 'app_removed', userAgent: request.userAgent });
    }
  });
  return readSecondFactor(context, actor);
}
