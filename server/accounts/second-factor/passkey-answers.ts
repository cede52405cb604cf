import { randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { passkeyAnswer } from '#contract/second-factor.ts';
import { hashToken, isToken } from '#server/accounts/tokens.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type ChallengeUse, insertChallenge, takeChallenge } from './passkey-challenges.sql.ts';
import { type PasskeySite, passkeySiteOf } from './passkey-site.ts';
import { findPasskey, listCredentials, recordPasskeyUse } from './passkeys.sql.ts';

/** How long a challenge waits for its answer. Browsers show their dialog as long. */
export const challengeMs = 5 * 60_000;

export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Throws passkeys_unavailable. */
export function requirePasskeySite(config: Pick<Config, 'publicUrl' | 'secure'>): PasskeySite {
  const site = passkeySiteOf(config);
  if (!site) throw appError('passkeys_unavailable');
  return site;
}

/** Counts one challenge, or one answer, of an address: a passkey names no account beforehand. Throws rate_limited. */
export async function countPasskeyAttempt(
  { limits }: Platform,
  { ip }: RequestContext,
  kind: 'challenge' | 'answer',
): Promise<void> {
  await limits.limiter(`passkey ${kind}`, { points: 300, perMs: 5 * 60_000 }).consume(addressKey(ip));
}

/** Stores a new challenge of 256 random bits by its hash, and returns it. */
export async function createChallenge({ db }: Platform, use: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await insertChallenge(db.sql, hashToken(Buffer.from(challenge).toString('base64url')), use, challengeMs);
  return challenge;
}

/**
 * Uses up the challenge that an answer names, whether or not the rest of the answer is right, and returns it. Null if the challenge is not
 * for this use, has expired or was answered before, and for an answer from within a frame of another site.
 */
export async function answerChallenge(
  { db }: Platform,
  clientDataJson: string,
  use: ChallengeUse,
): Promise<{ challenge: string } | null> {
  const client = readClientData(clientDataJson);
  if (!client || !(await takeChallenge(db.sql, hashToken(client.challenge), use))) return null;
  return client.crossOrigin === true || client.topOrigin !== undefined ? null : { challenge: client.challenge };
}

function readClientData(json: string): ReturnType<typeof decodeClientDataJSON> | null {
  try {
    const client = decodeClientDataJSON(json);
    return isToken(client.challenge) ? client : null;
  } catch {
    // Not JSON, or not an object.
    return null;
  }
}

/** By this name a passkey knows its owner: the 16 bytes of the account's id, which say nothing about the person. */
export const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** The person's passkeys, for the options of the browser. */
export async function credentialsOf({ db }: Platform, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const rows = await listCredentials(db.sql, userId);
  return rows.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }));
}

/** A right answer. Its use is not recorded yet. */
export interface CheckedPasskey {
  userId: string;
  /** Records the use. Throws passkey_refused if the passkey was removed or used since. */
  record(tx: Tx): Promise<void>;
}

/**
 * Checks the answer to a challenge of a sign-in or a proof, and uses the challenge up. `record` of the result then belongs into the
 * transaction that the answer allows. Throws passkey_refused, and logs why.
 */
export async function checkPasskey(
  context: Platform,
  request: RequestContext,
  site: PasskeySite,
  answer: PasskeyAnswer,
  use: ChallengeUse,
): Promise<CheckedPasskey> {
  const named = await answerChallenge(context, answer.response.clientDataJSON, use);
  if (!named) throw refusePasskey(context, request, use, 'challenge');
  const passkey = await findPasskey(context.db.sql, Buffer.from(answer.id, 'base64url'));
  if (!passkey) throw refusePasskey(context, request, use, 'unknown passkey');
  const handle = answer.response.userHandle;
  // A sign-in names no person beforehand, so the passkey must name them. A proof may come from a passkey that names none.
  const isOwn = handle === userHandleOf(passkey.userId).toString('base64url') || (!handle && use.purpose !== 'sign_in');
  if (!isOwn) throw refusePasskey(context, request, use, 'user handle');
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const signed = { clientDataJSON, authenticatorData, signature };
  const verified = await verifyAuthenticationResponse({
    // Without extensions: the server asks for none.
    response: { id: answer.id, rawId: answer.rawId, type: answer.type, response: signed, clientExtensionResults: {} },
    expectedChallenge: named.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch((error: unknown) => {
    throw refusePasskey(context, request, use, error);
  });
  if (!verified.verified) throw refusePasskey(context, request, use, 'signature');
  const { newCounter: counter, credentialBackedUp: isSynced } = verified.authenticationInfo;
  return {
    userId: passkey.userId,
    async record(tx) {
      if (await recordPasskeyUse(tx, passkey.id, { counter, isSynced })) return;
      throw refusePasskey(context, request, use, 'counter, or removed since');
    },
  };
}

/** Logs the reason, which the caller does not learn. */
export function refusePasskey(
  { log }: Pick<Platform, 'log'>,
  { ip, requestId }: RequestContext,
  { purpose }: Pick<ChallengeUse, 'purpose'>,
  reason: unknown,
) {
  const event = purpose === 'sign_in' ? 'sign_in_failed' : 'passkey_refused';
  const why = reason instanceof Error ? reason.message : reason;
  log.info({ event, way: 'passkey', purpose, ip, requestId, reason: why }, 'refused a passkey');
  return appError('passkey_refused');
}
