import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { FactorWays } from '#contract/second-factor.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { acceptCode } from './accept-code.ts';
import { findWaitingPerson, finishSecondStep } from './begin-session.ts';
import { readFactorWays } from './factors.sql.ts';

/** The ways to confirm the sign-in that waits in this browser. Throws second_step_over. */
export async function readSecondStep(context: Platform, request: RequestContext): Promise<FactorWays> {
  return readFactorWays(context.db.sql, await waitingPerson(context, request));
}

/** Confirms the sign-in that waits in this browser. After a wrong code, it still waits. Throws second_step_over, wrong_code, rate_limited. */
export async function confirmSignInWithCode(
  context: AccountsContext,
  request: RequestContext,
  { code }: { code: string },
): Promise<CurrentUser> {
  const userId = await waitingPerson(context, request);
  const attempt = await context.codeThrottle.attempt(userId, request.ip, code);
  const user = await finishSecondStep(context, request, (tx, person) => acceptCode(context, tx, request, person, code));
  await attempt.succeeded();
  return toCurrentUser(context.config, user);
}

async function waitingPerson(context: Platform, request: RequestContext): Promise<string> {
  const userId = await findWaitingPerson(context, request);
  if (!userId) throw appError('second_step_over');
  return userId;
}
