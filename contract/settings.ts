import { z } from 'zod';
import { cleanText, currentUser, emailField, newPasswordField, usernameField } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const displayNameField = z
  .string()
  .transform((text) => cleanText(text).replace(/\s+/g, ' '))
  .pipe(z.string().max(limits.displayNameMax, 'Display name must be 50 characters or less'));

const bioField = z
  .string()
  .transform(cleanText)
  .pipe(z.string().max(limits.bioMax, 'Bio must be 200 characters or less'));

/** What people say of themselves. An empty display name shows the username. */
export const profileForm = z.object({ displayName: displayNameField, username: usernameField, bio: bioField });

const currentPassword = z.string().max(1000);
const messageOnly = z.object({ message: z.string() });

/** What the settings show beside the profile. */
export const accountSettings = z.object({
  hasPassword: z.boolean(),
  /** The addresses of the Google accounts that open this one. */
  googleEmails: z.array(z.string()),
  /** A new address whose link has not been opened yet. */
  pendingEmail: z.string().nullable(),
  /** So new a sign-in that nothing else is asked for before something serious. */
  freshSignIn: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

export const session = z.object({
  id: z.uuid(),
  /** "Firefox on Linux", as far as the browser tells. */
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/user/settings',
  summary: 'How this account is signed in to, and what is pending',
  who: 'user',
  output: accountSettings,
});
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user',
  summary: 'Change what I say of myself; what is left out stays',
  who: 'user',
  body: z.object({
    displayName: displayNameField.nullable().optional(),
    username: usernameField.optional(),
    bio: bioField.nullable().optional(),
    backsPrivate: z.boolean().optional(),
  }),
  output: currentUser,
  errors: ['username_taken'],
});
export const setAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  summary:
    'My picture: multipart field `avatar`, png, jpeg or webp under 5 MB; cut square, re-encoded without metadata',
  who: 'user',
  bodyKind: 'multipart',
  output: currentUser,
  errors: ['image_too_large', 'image_type', 'image_unreadable', 'insufficient_storage'],
});
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Back to my initials',
  who: 'user',
  output: currentUser,
});
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change my password; every other session ends. Accounts without one set it after a fresh sign-in',
  who: 'user',
  body: z.object({ currentPassword: currentPassword.optional(), newPassword: newPasswordField }),
  output: messageOnly,
  errors: ['wrong_password', 'sign_in_again'],
});
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  summary: 'Mail a link to a new address; it becomes mine when the link is opened',
  who: 'user',
  body: z.object({ email: emailField, password: currentPassword.optional() }),
  output: messageOnly,
  status: 202,
  errors: ['email_taken', 'wrong_password', 'sign_in_again'],
});
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/user/email',
  summary: 'Forget the new address that waits for its link',
  who: 'user',
  output: accountSettings,
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Where I am signed in, this one first, then the last used ones',
  who: 'user',
  output: z.array(session),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'Sign one of my sessions out; ending the one that asks is signing out',
  who: 'user',
  params: z.object({ id: z.uuid() }),
  output: z.object({ ended: z.number().int() }),
});
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign out everywhere but here',
  who: 'user',
  output: z.object({ ended: z.number().int() }),
});
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  summary:
    'Delete my account, with my password or right after signing in; refused while money is held for me or due to me',
  who: 'user',
  body: z.object({ password: currentPassword.optional() }),
  output: messageOnly,
  errors: ['wrong_password', 'sign_in_again', 'account_in_use'],
});

/** A zip of JSON files; a stream, so it is no endpoint. */
export const exportPath = '/api/user/export';
