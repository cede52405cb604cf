import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { ChangedFactor } from '#contract/second-factor.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mailFactorChange } from './factor-mails.ts';
import { readSecondFactor } from './read-second-factor.ts';
import { makeCodes } from './recovery-codes.ts';

/** Makes a new set of recovery codes, which ends the one before. Throws conflict without a second factor. */
export async function makeNewRecoveryCodes(context: Platform, request: RequestContext): Promise<ChangedFactor> {
  const actor = signedIn(request);
  const recoveryCodes = await context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    if (!user.hasSecondFactor) {
      throw appError('conflict', {
        message: () => t`Recovery codes come with a passkey or an authenticator app. Add one first.`,
      });
    }
    await mailFactorChange(context, tx, user, { kind: 'codes_made', userAgent: request.userAgent });
    return makeCodes(tx, user.id);
  });
  return { secondFactor: await readSecondFactor(context, actor), recoveryCodes };
}
