import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { currentUser } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './values/field-schemas.ts';
import { latinDigits } from './values/latin-digits.ts';
import { tidyLine } from './values/tidy-text.ts';

/** The factors that can confirm a sign-in or prove an identity. */
const factorWays = z.object({
  passkey: z.boolean(),
  app: z.boolean(),
  /** Unused recovery codes. */
  recoveryCodes: z.number().int(),
});
export type FactorWays = z.infer<typeof factorWays>;

/** As the WebAuthn API of browsers takes it: PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON. */
const passkeyOptions = z.record(z.string(), z.unknown());
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const attachment = z.enum(['platform', 'cross-platform']).optional();
/** RegistrationResponseJSON of the browser. Larger attestations are refused. */
export const registrationAnswer = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    authenticatorData: bytes(16_384).optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: bytes(8192).optional(),
  }),
});
/** AuthenticationResponseJSON of the browser. */
export const passkeyAnswer = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: bytes(128).optional(),
  }),
});

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens do not matter. */
const codeField = z
  .string({ error: () => t`Code is required` })
  .overwrite((text) => latinDigits(text).replaceAll(/[\s-]/g, '').toUpperCase())
  .min(1, { error: () => t`Code is required`, abort: true })
  .max(40);
export const codeForm = z.object({ code: codeField });

export const passkeyNameField = z
  .string({ error: () => t`Name is required` })
  .overwrite(tidyLine)
  .min(1, { error: () => t`Name is required`, abort: true })
  .max(50, { error: () => t`Name must be 50 characters or less` });

const passkey = z.object({
  id: uuid,
  name: z.string(),
  /** Whether the passkey's provider copies it between the person's devices. */
  synced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** The second factors of the caller. */
const secondFactor = z.object({
  passkeys: z.array(passkey),
  app: z.object({ addedAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the caller's role needs a second factor on this site. */
  required: z.boolean(),
  /** Until when the caller may work without one. Null if that has ended, or was never needed. */
  graceUntil: z.iso.datetime().nullable(),
  /** False on plain http, except on this machine: browsers offer no passkeys there. */
  passkeysOffered: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** After a change: all factors, and the ten recovery codes if they were made now. They are not shown again. */
const changedFactor = z.object({ secondFactor, recoveryCodes: z.array(z.string()).nullable() });
export type ChangedFactor = z.infer<typeof changedFactor>;

// The second step of a sign-in, bound to a cookie of the browser in which it began

export const getSecondStep = endpoint({
  method: 'GET',
  path: '/api/auth/second-step',
  summary: 'Get the factors that can confirm the sign-in that this browser has begun',
  who: 'anyone',
  output: factorWays,
  errors: ['second_step_over'],
  duringSetUp: true,
});
export const confirmWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/second-step',
  summary: 'Confirm a sign-in with a code of the authenticator app, or with a recovery code',
  who: 'anyone',
  body: codeForm,
  output: currentUser,
  errors: ['second_step_over', 'wrong_code'],
  whileSuspended: true,
  duringSetUp: true,
});
export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'Get a challenge to sign in, or to confirm a sign-in, with a passkey',
  who: 'anyone',
  output: passkeyOptions,
  errors: ['passkeys_unavailable'],
  whileSuspended: true,
  duringSetUp: true,
});
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Sign in, or confirm a sign-in, with a passkey',
  who: 'anyone',
  body: passkeyAnswer,
  output: currentUser,
  errors: ['passkey_refused', 'passkeys_unavailable', 'second_step_over'],
  whileSuspended: true,
  duringSetUp: true,
});

// A proof of identity within a session

const proofWays = factorWays.extend({
  /** False if there is a second factor, which counts alone. */
  password: z.boolean(),
  /** The providers with which a new sign-in is the proof, if there is neither a password nor a second factor. */
  providers: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Whether the last proof is recent enough. */
  fresh: z.boolean(),
});
export type ProofWays = z.infer<typeof proofWays>;

export const getProofWays = endpoint({
  method: 'GET',
  path: '/api/user/proof',
  summary: 'Get the proofs of my identity that I can give before an act that needs one',
  who: 'user',
  output: proofWays,
  duringSetUp: true,
});
export const proveIdentity = endpoint({
  method: 'POST',
  path: '/api/user/proof',
  summary: 'Prove that it is me: with a code if I have a second factor, otherwise with my password',
  who: 'user',
  body: z.object({ password: z.string().min(1).max(1000).optional(), code: codeField.optional() }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['wrong_password', 'wrong_code'],
  whileSuspended: true,
  duringSetUp: true,
});
export const startPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/user/proof/passkey/options',
  summary: 'Get a challenge to prove with a passkey that it is me',
  who: 'user',
  output: passkeyOptions,
  errors: ['passkeys_unavailable'],
  whileSuspended: true,
  duringSetUp: true,
});
export const proveWithPasskey = endpoint({
  method: 'POST',
  path: '/api/user/proof/passkey',
  summary: 'Prove with a passkey that it is me',
  who: 'user',
  body: passkeyAnswer,
  output: z.object({ ok: z.literal(true) }),
  errors: ['passkey_refused', 'passkeys_unavailable'],
  whileSuspended: true,
  duringSetUp: true,
});

// The caller's second factors

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'Get my passkeys, my authenticator app and how many recovery codes are left',
  who: 'user',
  output: secondFactor,
  duringSetUp: true,
});
export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  summary: 'Get a challenge to add a passkey',
  who: 'user',
  output: passkeyOptions,
  errors: ['passkeys_unavailable', 'too_many_passkeys'],
  freshProof: true,
  duringSetUp: true,
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  summary: 'Add a passkey; the first factor comes with ten recovery codes',
  who: 'user',
  body: z.object({ name: passkeyNameField, answer: registrationAnswer }),
  output: changedFactor,
  status: 201,
  errors: ['passkey_refused', 'passkeys_unavailable', 'too_many_passkeys'],
  freshProof: true,
  duringSetUp: true,
});
export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  summary: 'Rename one of my passkeys',
  who: 'user',
  params: z.object({ id: uuid }),
  body: z.object({ name: passkeyNameField }),
  output: secondFactor,
});
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Remove one of my passkeys; refused if my role needs a second factor and this is the last one',
  who: 'user',
  params: z.object({ id: uuid }),
  output: secondFactor,
  errors: ['last_factor', 'last_way_in'],
  freshProof: true,
});
export const startAuthenticatorApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app',
  summary: 'Get a secret for an authenticator app, which works after its first right code',
  who: 'user',
  output: z.object({
    /** Base32, in groups of four. */
    secret: z.string(),
    /** otpauth:// address of the secret, which apps read as a QR picture. */
    address: z.string(),
  }),
  status: 201,
  freshProof: true,
  duringSetUp: true,
});
export const confirmAuthenticatorApp = endpoint({
  method: 'POST',
  path: '/api/user/authenticator-app/confirm',
  summary: 'Start to use the new secret of an authenticator app with its first code',
  who: 'user',
  body: codeForm,
  output: changedFactor,
  errors: ['wrong_code', 'conflict'],
  freshProof: true,
  duringSetUp: true,
});
export const removeAuthenticatorApp = endpoint({
  method: 'DELETE',
  path: '/api/user/authenticator-app',
  summary: 'Remove my authenticator app; refused if my role needs a second factor and this is the last one',
  who: 'user',
  output: secondFactor,
  errors: ['last_factor'],
  freshProof: true,
});
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/recovery-codes',
  summary: 'Make ten new recovery codes; the ones before stop working',
  who: 'user',
  output: changedFactor,
  status: 201,
  errors: ['conflict'],
  freshProof: true,
  duringSetUp: true,
});
