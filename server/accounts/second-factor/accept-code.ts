import { appError, errorMessages } from '#contract/errors.ts';
import { textOf } from '#contract/language/text.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { appKeySecret, openAppSecret } from './app-key.ts';
import { acceptStep, findApp } from './authenticator-apps.sql.ts';
import { mailFactorChange } from './factor-mails.ts';
import { countUnusedCodes } from './recovery-codes.sql.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { isAppCode, stepOfCode } from './totp.ts';

/**
 * Accepts a code of the authenticator app, or a recovery code, and uses it up. The caller has locked the account and counted the try
 * (code-throttle.ts). Throws wrong_code.
 */
export async function acceptCode(
  context: InTransaction<Platform>,
  tx: Tx,
  request: RequestContext,
  user: UserRow,
  code: string,
): Promise<void> {
  const isRight = isAppCode(code) ? await acceptAppCode(tx, user.id, code) : await spendRecoveryCode(tx, user.id, code);
  if (!isRight) throw appError('wrong_code', { fields: { code: () => textOf(errorMessages.wrong_code) } });
  if (isAppCode(code)) return;
  const codesLeft = await countUnusedCodes(tx, user.id);
  await mailFactorChange(context, tx, user, { kind: 'code_used', codesLeft, userAgent: request.userAgent });
}

async function acceptAppCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const app = await findApp(tx, userId, appKeySecret);
  if (!app?.secret) return false;
  const step = stepOfCode(openAppSecret(app.keys, userId, app.secret), code, app.nowS);
  return step !== null && acceptStep(tx, userId, step);
}
