import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { toCurrentUser } from '#server/accounts/current-user.ts';
import { isClosedDemoAccount } from '#server/accounts/demo-accounts.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { lockUser, type UserRow } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { abandonStep, findWaitingPerson, finishSecondStep } from './begin-session.ts';
import {
  type CheckedPasskey,
  challengeMs,
  checkPasskey,
  countPasskeyAttempt,
  createChallenge,
  type PasskeyAnswer,
  refusePasskey,
  requirePasskeySite,
} from './passkey-answers.ts';
import type { ChallengeUse } from './passkey-challenges.sql.ts';

/** Binds a challenge to the browser before there is a session. Several tabs share it. */
const browserCookie = 'passkey_sign_in';

/** Returns a challenge for any passkey of this site. Throws passkeys_unavailable, rate_limited. */
export async function startPasskeySignIn(context: Platform, request: RequestContext): Promise<Record<string, unknown>> {
  const { rpId } = requirePasskeySite(context.config);
  await countPasskeyAttempt(context, request, 'challenge');
  const existing = request.cookies.get(browserCookie);
  const token = existing && isToken(existing) ? existing : newToken().token;
  const challenge = await createChallenge(context, { purpose: 'sign_in', browserHash: hashToken(token) });
  request.cookies.set(browserCookie, token, { maxAgeS: challengeMs / 1000 });
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    userVerification: 'required',
    timeout: challengeMs,
  });
  return { ...options };
}

/**
 * Signs in with a passkey, which counts as both factors. A sign-in that waits in this browser for its second step is confirmed by it. If
 * the passkey belongs to another person, it is refused, and the sign-in that waits ends, so that the next try counts for itself. Throws
 * passkey_refused, passkeys_unavailable, rate_limited.
 */
export async function signInWithPasskey(
  context: Platform,
  request: RequestContext,
  answer: PasskeyAnswer,
): Promise<CurrentUser> {
  const site = requirePasskeySite(context.config);
  await countPasskeyAttempt(context, request, 'answer');
  const token = request.cookies.get(browserCookie) ?? '';
  const use = { purpose: 'sign_in', browserHash: hashToken(token) } as const;
  const passkey = await checkPasskey(context, request, site, answer, use);
  const waiting = await findWaitingPerson(context, request);
  if (waiting && waiting !== passkey.userId) {
    await abandonStep(context, request);
    throw refusePasskey(context, request, use, 'another person’s passkey');
  }
  const user = waiting
    ? await finishSecondStep(context, request, (tx) => passkey.record(tx))
    : await openPasskeySession(context, request, passkey, use);
  request.cookies.clear(browserCookie);
  return toCurrentUser(context.config, user);
}

async function openPasskeySession(
  context: Platform,
  request: RequestContext,
  passkey: CheckedPasskey,
  use: Pick<ChallengeUse, 'purpose'>,
): Promise<UserRow> {
  const refuseDemo = () => refusePasskey(context, request, use, 'demo account');
  const { user, session } = await context.db.tx(async (tx) => {
    const person = await lockUser(tx, passkey.userId);
    if (!person) throw appError('passkey_refused');
    if (isClosedDemoAccount(context.config, person)) throw refuseDemo();
    await passkey.record(tx);
    return { user: person, session: await openSession(context, tx, request, person.id) };
  });
  setSessionCookie(context, request, session);
  return user;
}
