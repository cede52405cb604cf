/**
 * What an API token may do. A token has the rights of its owner, limited to its scopes; each endpoint names the scope that it needs, and
 * one without a scope takes no token (docs/decisions/0094-api-tokens.md). No scope moves money, changes roles, answers requests or reads
 * private messages.
 */
export const scopes = [
  'profile:read',
  'pools:read',
  'contributors:read',
  'updates:write',
  'events:read',
  'webhooks:write',
  'payouts:read',
  'admin:read',
] as const;

export type Scope = (typeof scopes)[number];

/** The scopes that a person in this role may give to a token. */
export const scopesFor = (role: 'user' | 'creator' | 'admin'): readonly Scope[] =>
  role === 'admin' ? scopes : scopes.filter((scope) => scope !== 'admin:read');
