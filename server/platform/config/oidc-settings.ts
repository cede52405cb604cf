import { z } from 'zod';
import { optional, setting, text, url, type ValuesOf } from './fields.ts';

/** An OpenID provider that people can sign in with. */
export interface ProviderSettings {
  /** Names the provider in addresses and in the database's waiting links. */
  id: string;
  /** The name on buttons. */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const idPattern = /^[a-z][a-z\d-]{0,19}$/;

const provider = z.strictObject({
  id: z
    .string()
    .regex(idPattern, 'needs 1 to 20 small letters, digits and hyphens, and begins with a letter')
    .refine((id) => id !== 'google', 'must not be google, which has its own settings'),
  label: text(1, 30).regex(/^[^\p{Cc}\p{Cf}]*$/u, 'must not have invisible characters'),
  issuer: url(['http:', 'https:']).refine((issuer) => !/[?#]/.test(issuer), 'must have no query and no fragment'),
  clientId: text(1, 200),
  clientSecret: text(1, 500),
});

/** The JSON text of a list of providers. Messages name the entry and its field, and never a value. */
const providerList = z.string().transform((json, context): ProviderSettings[] => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return refuse('must be a JSON list');
  }
  const result = z.array(provider).max(5, 'takes at most 5 providers').safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const [index, field] = path;
    const place = typeof index === 'number' ? `, entry ${index + 1}${field ? `, ${String(field)}` : ''}:` : '';
    refuse(`${place} ${message}`.trim());
  }
  return z.NEVER;
});

/** Sign-in through OpenID providers. Part of `settings` in config.ts. */
export const oidcSettings = {
  GOOGLE_CLIENT_ID: optional(text(1, 200), 'Google sign-in; needs GOOGLE_CLIENT_SECRET too.'),
  GOOGLE_CLIENT_SECRET: optional(text(1, 200), 'The secret of GOOGLE_CLIENT_ID.', true),
  GOOGLE_ISSUER: setting(
    'https://accounts.google.com',
    url(['http:', 'https:']),
    'The OpenID Connect issuer behind the Google button.',
  ),
  OIDC_PROVIDERS: optional(
    providerList,
    'Other OpenID providers to sign in with, at most 5: a JSON list of objects with `id`, `label`, `issuer`, `clientId` and `clientSecret`. [Example](#openid-providers).',
    true,
  ),
};

type Values = ValuesOf<typeof oidcSettings>;

const isUnsafe = (issuer: string, isThisMachine: (address: string) => boolean) =>
  issuer.startsWith('http:') && !isThisMachine(issuer);

const withoutSlash = (issuer: string) => new URL(issuer).href.replace(/\/+$/, '');

export function oidcProblems(values: Partial<Values>, isThisMachine: (address: string) => boolean): string[] {
  const problems: string[] = [];
  if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
    problems.push('Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither');
  }
  if (values.GOOGLE_ISSUER && isUnsafe(values.GOOGLE_ISSUER, isThisMachine)) {
    problems.push('GOOGLE_ISSUER must be https, except on this machine');
  }
  const others = values.OIDC_PROVIDERS ?? [];
  for (const { id, issuer } of others) {
    if (isUnsafe(issuer, isThisMachine)) problems.push(`OIDC_PROVIDERS: the issuer of ${id} must be https`);
  }
  const hasTwo = (texts: string[]) => new Set(texts).size < texts.length;
  if (hasTwo(others.map(({ id }) => id))) problems.push('OIDC_PROVIDERS has two entries with the same id');
  if (hasTwo(others.map(({ label }) => label.toLowerCase()))) {
    problems.push('OIDC_PROVIDERS has two entries with the same label');
  }
  const google = values.GOOGLE_CLIENT_ID && values.GOOGLE_ISSUER ? [values.GOOGLE_ISSUER] : [];
  // An identity is issuer and subject, so two providers with one issuer would share the identities of their people.
  if (hasTwo([...google, ...others.map(({ issuer }) => issuer)].map(withoutSlash))) {
    problems.push('OIDC_PROVIDERS has two entries with the same issuer, or one with that of Google');
  }
  return problems;
}

/** Google first, if it is set up. */
export function oidcOf(values: Values): { signInProviders: readonly ProviderSettings[] } {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values;
  const google = clientId && clientSecret ? [{ id: 'google', label: 'Google', issuer, clientId, clientSecret }] : [];
  return { signInProviders: [...google, ...(values.OIDC_PROVIDERS ?? [])] };
}
