import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { currentUser } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { accountSettings, provider } from './settings.ts';
import { uuid } from './values/field-schemas.ts';
import { latinDigits } from './values/latin-digits.ts';

/** A sign-in at a provider that waits in this browser until the person proves that the account is theirs. */
const waitingLink = z.object({
  provider,
  /** The address that the provider has verified. */
  email: z.string(),
  /** The email of the account that waits for the link. */
  account: z.string(),
  /** Whose session this browser has: that of the account, of another one, or none. */
  signedInAs: z.enum(['owner', 'other', 'none']),
  /** Where to go on afterwards. */
  redirect: z.string(),
});
export type WaitingLink = z.infer<typeof waitingLink>;

/** Eight digits; spaces and hyphens do not matter. */
export const linkCodeForm = z.object({
  code: z
    .string({ error: () => t`Code is required` })
    .overwrite((text) => latinDigits(text).replaceAll(/[\s-]/g, ''))
    .min(1, { error: () => t`Code is required`, abort: true })
    .max(40),
});

export const getWaitingLink = endpoint({
  method: 'GET',
  path: '/api/auth/link',
  summary: 'Get the sign-in at a provider that waits in this browser to be linked to an account',
  who: 'anyone',
  output: waitingLink,
  errors: ['link_over'],
});
export const mailLinkCode = endpoint({
  method: 'POST',
  path: '/api/auth/link/code',
  summary: 'Mail a code to the account that waits for a link to a provider',
  who: 'anyone',
  output: z.object({ message: z.string() }),
  errors: ['link_over'],
  whileSuspended: true,
});
export const signInWithLinkCode = endpoint({
  method: 'POST',
  path: '/api/auth/link/sign-in',
  summary: 'Sign in with the mailed code, in the browser that waits for the link; each code allows five tries',
  who: 'anyone',
  body: linkCodeForm,
  output: currentUser,
  errors: ['link_over', 'wrong_code', 'second_step_required', 'bad_credentials'],
  whileSuspended: true,
});
export const completeLink = endpoint({
  method: 'POST',
  path: '/api/auth/link',
  summary: 'Link the provider that waits in this browser to my account',
  who: 'user',
  output: z.object({ message: z.string() }),
  errors: ['link_over', 'link_elsewhere', 'provider_other_account', 'identity_taken'],
  freshProof: true,
});
export const cancelLink = endpoint({
  method: 'DELETE',
  path: '/api/auth/link',
  summary: 'Forget the sign-in at a provider that waits in this browser',
  who: 'anyone',
  output: z.object({ ok: z.literal(true) }),
  whileSuspended: true,
});

export const startLink = endpoint({
  method: 'POST',
  path: '/api/user/identities',
  summary: 'Begin to link a provider to my account; the answer is the address of its sign-in page',
  who: 'user',
  body: z.object({ providerId: z.string().regex(/^[a-z][a-z\d-]{0,19}$/) }),
  output: z.object({ address: z.string() }),
  errors: ['provider_not_set_up', 'provider_failed', 'google_not_set_up', 'google_failed'],
  freshProof: true,
});
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identities/:id',
  summary: 'Stop signing in with one of my accounts at a provider; refused if no other way to sign in remains',
  who: 'user',
  params: z.object({ id: uuid }),
  output: accountSettings,
  errors: ['last_way_in'],
  freshProof: true,
});
