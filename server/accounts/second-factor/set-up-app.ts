import { randomBytes } from 'node:crypto';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError, errorMessages } from '#contract/errors.ts';
import { t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { ChangedFactor, startAuthenticatorApp } from '#contract/second-factor.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { readableEmail } from '#server/platform/mail/email-address.ts';
import type { Platform } from '#server/platform/platform.ts';
import { appKeySecret, openAppSecret, sealAppSecret } from './app-key.ts';
import { confirmNewSecret, findApp, putNewSecret } from './authenticator-apps.sql.ts';
import { endOlderProofs } from './end-older-proofs.ts';
import { mailFactorChange } from './factor-mails.ts';
import { readSecondFactor } from './read-second-factor.ts';
import { makeFirstRecoveryCodes } from './recovery-codes.ts';
import { showSecret, stepOfCode } from './totp.ts';

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** Makes a secret for an authenticator app. It works after its first right code; until then, the app before keeps working. */
export async function startApp(
  { config, db }: Platform,
  request: RequestContext,
): Promise<OutputOf<typeof startAuthenticatorApp>> {
  const actor = signedIn(request);
  const secret = randomBytes(secretBytes);
  const label = await db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    await putNewSecret(tx, user.id, await sealAppSecret(tx, user.id, secret), limits.newSecretMs);
    return readableEmail(user.email);
  });
  return showSecret(secret, { issuer: config.brandName, label });
}

/** Throws wrong_code, and conflict if the set-up has ended. */
export async function confirmApp(
  context: Platform,
  request: RequestContext,
  { code }: { code: string },
): Promise<ChangedFactor> {
  const actor = signedIn(request);
  const recoveryCodes = await context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    const app = await findApp(tx, user.id, appKeySecret);
    if (!app?.newSecret)
      throw appError('conflict', { message: () => t`This took too long. Start again with a new picture.` });
    const step = stepOfCode(openAppSecret(app.keys, user.id, app.newSecret), code, app.nowS);
    if (step === null) throw appError('wrong_code', { fields: { code: () => textOf(errorMessages.wrong_code) } });
    await confirmNewSecret(tx, user.id, step);
    const kind = app.confirmedAt ? 'app_replaced' : 'app_added';
    await mailFactorChange(context, tx, user, { kind, userAgent: request.userAgent });
    await endOlderProofs(tx, user, actor.sessionId);
    return makeFirstRecoveryCodes(tx, user.id);
  });
  return { secondFactor: await readSecondFactor(context, actor), recoveryCodes };
}
