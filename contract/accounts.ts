import { z } from 'zod';
import { allLocales } from '#contract/language/languages.ts';
import { t } from '#contract/language/text.ts';
import { isEmail } from '#contract/values/is-email.ts';
import { tidyAddress } from '#contract/values/tidy-text.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { uuid } from './values/field-schemas.ts';

export const role = z.enum(['user', 'creator', 'admin']);
export type Role = z.infer<typeof role>;

/** The signed-in user's account, as only they see it. */
export const currentUser = z.object({
  id: uuid,
  username: z.string(),
  /** The language in which the person reads. English if the site does not offer the one that they chose any more. */
  locale: z.enum(allLocales),
  email: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  bio: z.string(),
  role,
  isVerified: z.boolean(),
  emailVerified: z.boolean(),
  suspended: z.boolean(),
  /** The reason and the end, which is null without an end. Null for people who are not suspended. */
  suspension: z
    .object({
      reason: z.string().nullable(),
      until: z.iso.datetime().nullable(),
      /** Whether an appeal waits for an answer. Absent in the answers of a sign-in and of the settings. */
      appealed: z.boolean().optional(),
    })
    .nullable(),
  /** Until when the user must set up the second factor that their role requires. Null with one, and if the role requires none. */
  secondFactorDue: z.iso.datetime().nullable(),
  /** Hides the user's pledges from their public profile. */
  backsPrivate: z.boolean(),
  /** Changes with the display name, the username and the bio. */
  version: z.string(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** The public part of an account. */
export const userSummary = z.object({
  id: uuid,
  username: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
});
export type UserSummary = z.infer<typeof userSummary>;

const emailThat = (isValid: (text: string) => boolean) =>
  z
    .string({ error: () => t`Email is required` })
    .overwrite(tidyAddress)
    .min(1, { error: () => t`Email is required`, abort: true })
    .refine(isValid, { error: () => t`Please enter a valid email address` });

export const emailField = emailThat(isEmail);
/** The email of an existing account. An older one may have an address that `isEmail` refuses. */
export const knownEmailField = emailThat((text) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text));

export const usernameField = z
  .string({ error: () => t`Username is required` })
  .trim()
  .min(1, { error: () => t`Username is required`, abort: true })
  .max(limits.username.max, { error: () => t`Username must be 20 characters or less` })
  .regex(/^[A-Za-z0-9_-]+$/, { error: () => t`Username can only contain letters, numbers, underscores, and hyphens` });

/** In NFC, because keyboards type "é" in two ways. The lengths are those of specification 5. */
export const newPasswordField = z
  .string({ error: () => t`Password is required` })
  .overwrite((text) => text.normalize('NFC'))
  .min(1, { error: () => t`Password is required`, abort: true })
  .min(limits.password.min, { error: () => t`Password must be at least 8 characters` })
  .max(limits.password.max, { error: () => t`Password must be 30 characters or less` })
  .regex(/[\p{L}\p{N}]/u, { error: () => t`Password must contain at least one letter or number` });

export const loginForm = z.object({
  email: knownEmailField,
  password: z
    .string({ error: () => t`Password is required` })
    .min(1, { error: () => t`Password is required` })
    .max(1000),
});
export const registerForm = z.object({ email: emailField, username: usernameField, password: newPasswordField });

/** The tag of a language. The server refuses those that the site does not offer. */
export const localeField = z
  .string({ error: () => t`Choose a language` })
  .regex(/^[A-Za-z0-9-]{1,35}$/, { error: () => t`This language isn’t available here` });

const done = z.object({ ok: z.literal(true) });

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'Get the signed-in user',
  who: 'user',
  scope: 'profile:read',
  output: currentUser,
});
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in with email and password',
  who: 'anyone',
  body: loginForm,
  output: currentUser,
  errors: ['bad_credentials', 'second_step_required'],
  whileSuspended: true,
  duringSetUp: true,
});
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account and sign in',
  who: 'anyone',
  /** `locale`: the language of the page; English without it. */
  body: registerForm.extend({ locale: localeField.optional() }),
  output: currentUser,
  status: 201,
  errors: ['email_taken', 'username_taken'],
});
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  who: 'anyone',
  output: done,
  whileSuspended: true,
  duringSetUp: true,
});
export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/check-username',
  summary: 'Check whether a username is available',
  who: 'anyone',
  query: z.object({ username: z.string().trim().max(100) }),
  output: z.object({ available: z.boolean() }),
});
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Email a recovery link; the response does not reveal whether the account exists',
  who: 'anyone',
  body: z.object({ email: knownEmailField }),
  output: z.object({ message: z.string() }),
  whileSuspended: true,
  duringSetUp: true,
});
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Set a new password with a recovery link; ends all other sessions',
  who: 'anyone',
  body: z.object({ token: z.string().min(1).max(200), password: newPasswordField }),
  output: z.object({ message: z.string() }),
  errors: ['link_invalid'],
  whileSuspended: true,
  duringSetUp: true,
});
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  summary:
    'Confirm the email of my account, or a new email unless the account is suspended, with the emailed link; needs a session of that account',
  who: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({ message: z.string() }),
  errors: ['link_invalid', 'sign_in_to_confirm', 'email_taken', 'suspended'],
  whileSuspended: true,
  duringSetUp: true,
});
export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/verify-email/resend',
  summary: 'Email the confirmation link again',
  who: 'user',
  output: z.object({ message: z.string() }),
});
/** Options of the sign-in page. */
export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/sign-in-options',
  summary:
    'Get the sign-in options: whether Google is set up, the other providers, and the demo accounts if there is demo data',
  who: 'anyone',
  output: z.object({
    google: z.boolean(),
    /** False on plain http, except on this machine: browsers offer no passkeys there. */
    passkeys: z.boolean(),
    /** The providers besides Google. */
    providers: z.array(z.object({ id: z.string(), label: z.string() })),
    demoAccounts: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
  }),
  duringSetUp: true,
});
