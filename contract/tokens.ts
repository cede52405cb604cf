import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { endpoint } from './endpoint.ts';
import { scopes } from './scopes.ts';
import { tokenDays, tokenNameMax } from './token-limits.ts';
import { uuid } from './values/field-schemas.ts';
import { tidyLine } from './values/tidy-text.ts';

const scope = z.enum(scopes);

/** Why a token ended before its time. `sessions_ended`: a new password, or someone ended all sessions. */
export const tokenEnds = ['sessions_ended', 'suspended', 'role_lost', 'restored'] as const;
export type TokenEnd = (typeof tokenEnds)[number];

const apiToken = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(scope),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Exact to a minute. */
  lastUsed: z.object({ at: z.iso.datetime(), ip: z.string() }).nullable(),
  state: z.enum(['active', 'expired', 'ended']),
  ended: z.object({ at: z.iso.datetime(), reason: z.enum(tokenEnds) }).nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const tokenForm = z.object({
  name: z
    .string({ error: () => t`Name is required` })
    .overwrite(tidyLine)
    .min(1, { error: () => t`Name is required`, abort: true })
    .max(tokenNameMax, { error: () => t`Name must be 50 characters or less` }),
  scopes: z
    .array(scope, { error: () => t`Choose what the token may do` })
    .min(1, { error: () => t`Choose what the token may do` })
    .max(scopes.length)
    .overwrite((chosen) => scopes.filter((each) => chosen.includes(each))),
  days: z
    .int({ error: () => t`Choose when the token ends` })
    .min(1, { error: () => t`A token works for at least one day` })
    .max(tokenDays.max, { error: () => t`A token works for at most 366 days` })
    .default(tokenDays.usual),
});

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'List my API tokens, newest first, then those that ended in the last 30 days',
  who: 'user',
  output: z.array(apiToken),
});
export const createToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create an API token, which works for `days` days; only this response has its text',
  who: 'user',
  body: tokenForm,
  output: z.object({ token: z.string(), item: apiToken }),
  status: 201,
  errors: ['too_many_tokens', 'proof_required'],
  freshProof: true,
});
export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'Revoke one of my API tokens; it stops working at once',
  who: 'user',
  params: z.object({ id: uuid }),
  output: z.object({ ok: z.literal(true) }),
});
