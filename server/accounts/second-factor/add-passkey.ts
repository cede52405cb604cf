import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { ChangedFactor, registrationAnswer } from '#contract/second-factor.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { readableEmail } from '#server/platform/mail/email-address.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endOlderProofs } from './end-older-proofs.ts';
import { mailFactorChange } from './factor-mails.ts';
import {
  answerChallenge,
  challengeMs,
  countPasskeyAttempt,
  createChallenge,
  credentialsOf,
  refusePasskey,
  requirePasskeySite,
  userHandleOf,
} from './passkey-answers.ts';
import type { PasskeySite } from './passkey-site.ts';
import { countPasskeys, insertPasskey, type NewPasskey } from './passkeys.sql.ts';
import { readSecondFactor } from './read-second-factor.ts';
import { makeFirstRecoveryCodes } from './recovery-codes.ts';

type RegistrationAnswer = z.output<typeof registrationAnswer>;

const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
/** The limits of the columns. No authenticator has longer ones. */
const maxIdBytes = 1023;
const maxKeyBytes = 4096;

/** Returns a challenge to add a passkey. Throws passkeys_unavailable, too_many_passkeys, rate_limited. */
export async function startPasskey(context: Platform, request: RequestContext): Promise<Record<string, unknown>> {
  const { config, db } = context;
  const { rpId } = requirePasskeySite(config);
  const { userId, sessionId } = signedIn(request);
  const user = await findUserById(db.sql, userId);
  if (!user) throw appError('not_signed_in');
  await countPasskeyAttempt(context, request, 'challenge');
  const existing = await credentialsOf(context, userId);
  if (existing.length >= limits.passkeysMax) throw appError('too_many_passkeys');
  const options = await generateRegistrationOptions({
    rpName: config.brandName,
    rpID: rpId,
    userID: new Uint8Array(userHandleOf(userId)),
    userName: readableEmail(user.email),
    userDisplayName: user.displayName ?? user.username,
    challenge: await createChallenge(context, { purpose: 'add', sessionId }),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/**
 * Adds a passkey. The first second factor comes with ten recovery codes. All sessions stay. Throws passkey_refused, passkeys_unavailable,
 * too_many_passkeys.
 */
export async function addPasskey(
  context: Platform,
  request: RequestContext,
  { name, answer }: { name: string; answer: RegistrationAnswer },
): Promise<ChangedFactor> {
  const actor = signedIn(request);
  const use = { purpose: 'add', sessionId: actor.sessionId } as const;
  const refuse = (reason: unknown) => refusePasskey(context, request, use, reason);
  const site = requirePasskeySite(context.config);
  const named = await answerChallenge(context, answer.response.clientDataJSON, use);
  if (!named) throw refuse('challenge');
  const credential = await readCredential(site, answer, named.challenge).catch((error: unknown) => {
    throw refuse(error);
  });
  const recoveryCodes = await context.db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    if ((await countPasskeys(tx, user.id)) >= limits.passkeysMax) throw appError('too_many_passkeys');
    if (!(await insertPasskey(tx, { ...credential, userId: user.id, name }))) throw refuse('registered already');
    await mailFactorChange(context, tx, user, { kind: 'passkey_added', name, userAgent: request.userAgent });
    await endOlderProofs(tx, user, actor.sessionId);
    return makeFirstRecoveryCodes(tx, user.id);
  });
  return { secondFactor: await readSecondFactor(context, actor), recoveryCodes };
}

/** Verifies the answer of a browser that has made a passkey. Throws if anything in it is wrong. */
async function readCredential(
  { origin, rpId }: PasskeySite,
  { id, rawId, type, response }: RegistrationAnswer,
  expectedChallenge: string,
): Promise<Omit<NewPasskey, 'userId' | 'name'>> {
  const { clientDataJSON, attestationObject } = response;
  refuseCertificates(attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('the attestation is wrong');
  const { credential, credentialBackedUp } = registrationInfo;
  const credentialId = Buffer.from(credential.id, 'base64url');
  const publicKey = Buffer.from(credential.publicKey);
  if (credential.id !== id) throw new Error('the attestation is for another passkey');
  if (credentialId.length > maxIdBytes || publicKey.length > maxKeyBytes) throw new Error('too large');
  const transports = [...new Set(response.transports)].filter((transport) => /^[a-z-]+$/.test(transport));
  return { credentialId, publicKey, counter: credential.counter, transports, isSynced: credentialBackedUp };
}

/**
 * The server asks for no attestation, so a browser sends none, or one that the passkey's own key signed. A certificate is refused before the
 * library reads it: its revocation list may be at any URL, which the library would request.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isOwn = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isOwn) throw new Error('an attestation with a certificate');
}
