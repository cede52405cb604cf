import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';
import { currentUser, emailField, localeField, newPasswordField, usernameField } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { editVersion, uuid } from './values/field-schemas.ts';

const displayNameField = z
  .string()
  .overwrite(tidyLine)
  .max(limits.displayNameMax, { error: () => t`Display name must be 50 characters or less` });

const bioField = z
  .string()
  .overwrite(tidyText)
  .max(limits.bioMax, { error: () => t`Bio must be 200 characters or less` });

/** The editable profile. Without a display name, pages show the username. */
export const profileForm = z.object({ displayName: displayNameField, username: usernameField, bio: bioField });

const currentPassword = z.string().max(1000);
const messageOnly = z.object({ message: z.string() });

/** An OpenID provider that people sign in with. */
export const provider = z.object({ id: z.string(), label: z.string() });
export type Provider = z.infer<typeof provider>;

/** An account at a provider with which the caller signs in. */
const identity = z.object({
  id: uuid,
  /** Null if this site no longer offers the provider. */
  provider: provider.nullable(),
  email: z.string(),
  linkedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof identity>;

/** Account data of the settings page beyond the profile. */
export const accountSettings = z.object({
  hasPassword: z.boolean(),
  identities: z.array(identity),
  /** The providers that this site offers. */
  providers: z.array(provider),
  /** A new email whose link has not been opened yet. */
  pendingEmail: z.string().nullable(),
  /** Set while the account's email refuses our mail: since when, and what its mail server answered. */
  emailProblem: z.object({ since: z.iso.datetime(), answer: z.string() }).nullable(),
  /** Whether the last proof of identity is recent enough to replace the password for sensitive actions. */
  freshProof: z.boolean(),
  /** With a second factor, the password alone proves nothing. */
  hasSecondFactor: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

export const session = z.object({
  id: uuid,
  /** "Firefox on Linux", from the User-Agent header. */
  device: z.string(),
  /** The parts of `device`, for other languages. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/user/settings',
  summary: 'Get the sign-in methods and pending changes of my account',
  who: 'user',
  output: accountSettings,
});
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user',
  summary: 'Change my profile; omitted fields stay unchanged',
  who: 'user',
  body: z.object({
    displayName: displayNameField.nullable().optional(),
    username: usernameField.optional(),
    bio: bioField.nullable().optional(),
    backsPrivate: z.boolean().optional(),
    version: editVersion,
  }),
  output: currentUser,
  errors: ['conflict', 'username_taken'],
});
export const setLocale = endpoint({
  method: 'PATCH',
  path: '/api/user/locale',
  summary: 'Set the language in which I read the site and get mail; one of those that the site offers',
  who: 'user',
  body: z.object({ locale: localeField }),
  output: currentUser,
  // They still read.
  whileSuspended: true,
});
export const setAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  summary:
    'Set my picture: multipart field `avatar`, png, jpeg or webp under 5 MB; cropped square, re-encoded without metadata',
  who: 'user',
  bodyKind: 'multipart',
  output: currentUser,
  errors: ['image_too_large', 'image_type', 'image_too_many_pixels', 'image_unreadable', 'insufficient_storage'],
});
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Remove my picture; pages show my initials',
  who: 'user',
  output: currentUser,
});
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change my password and end every other session; accounts without one need a recent sign-in',
  who: 'user',
  body: z.object({ currentPassword: currentPassword.optional(), newPassword: newPasswordField }),
  output: messageOnly,
  errors: ['wrong_password', 'proof_required'],
});
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary: 'Mail a link to a new email, which replaces mine when the link is opened',
  who: 'user',
  body: z.object({ email: emailField, password: currentPassword.optional() }),
  output: messageOnly,
  status: 202,
  errors: ['email_taken', 'wrong_password', 'proof_required'],
});
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/user/email',
  summary: 'Cancel a pending email change',
  who: 'user',
  output: accountSettings,
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'List my sessions, this one first, then by last use',
  who: 'user',
  output: z.array(session),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'End one of my sessions; ending the current one signs me out',
  who: 'user',
  params: z.object({ id: uuid }),
  output: z.object({ ended: z.number().int() }),
});
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'End all my sessions except this one',
  who: 'user',
  output: z.object({ ended: z.number().int() }),
});
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary: 'Delete my account, with my password or a recent sign-in; refused while money is held for me or due to me',
  who: 'user',
  body: z.object({ password: currentPassword.optional() }),
  output: messageOnly,
  errors: ['wrong_password', 'proof_required', 'account_in_use'],
});

/** The URL of the data export, a zip of JSON files. It is streamed, so it is not an endpoint. */
export const exportPath = '/api/user/export';
