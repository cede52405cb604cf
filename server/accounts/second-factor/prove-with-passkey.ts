import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { appError } from '#contract/errors.ts';
import { lockSession, recordProof } from '#server/accounts/sessions/sessions.sql.ts';
import { lockUser } from '#server/accounts/users.sql.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  challengeMs,
  checkPasskey,
  countPasskeyAttempt,
  createChallenge,
  credentialsOf,
  type PasskeyAnswer,
  refusePasskey,
  requirePasskeySite,
} from './passkey-answers.ts';

/** Returns a challenge for the caller's passkeys. Throws passkeys_unavailable, rate_limited. */
export async function startPasskeyProof(context: Platform, request: RequestContext): Promise<Record<string, unknown>> {
  const { rpId } = requirePasskeySite(context.config);
  const { userId, sessionId } = signedIn(request);
  await countPasskeyAttempt(context, request, 'challenge');
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: await createChallenge(context, { purpose: 'prove', sessionId }),
    allowCredentials: await credentialsOf(context, userId),
    userVerification: 'required',
    timeout: challengeMs,
  });
  return { ...options };
}

/** Records that the caller has proved their identity in this session. Throws passkey_refused, passkeys_unavailable, rate_limited. */
export async function proveWithPasskey(
  context: Platform,
  request: RequestContext,
  answer: PasskeyAnswer,
): Promise<{ ok: true }> {
  const site = requirePasskeySite(context.config);
  const { userId, sessionId } = signedIn(request);
  await countPasskeyAttempt(context, request, 'answer');
  const use = { purpose: 'prove', sessionId } as const;
  const passkey = await checkPasskey(context, request, site, answer, use);
  if (passkey.userId !== userId) throw refusePasskey(context, request, use, 'another person’s passkey');
  await context.db.tx(async (tx) => {
    // Suspended people may prove their identity, too.
    if (!(await lockUser(tx, userId)) || !(await lockSession(tx, sessionId))) throw appError('not_signed_in');
    await passkey.record(tx);
    await recordProof(tx, sessionId);
  });
  return { ok: true };
}
