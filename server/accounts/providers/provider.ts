import * as oidc from 'openid-client';
import type { Locale } from '#contract/language/languages.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { ProviderSettings } from '#server/platform/config/oidc-settings.ts';

/** The state of one sign-in attempt, stored in a cookie of the browser that started it. */
export interface Attempt {
  /** The provider's id: another provider's callback cannot end the attempt. */
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  redirect: string;
  /** `sign_in`; `prove` makes the provider ask for the sign-in again; `link` adds the identity to the signed-in account. */
  purpose: Purpose;
  /** The language of the page that it began on, for a new account. Anyone can change a cookie, so it may be any text. */
  locale: string;
}

export type Purpose = 'sign_in' | 'prove' | 'link';

/** The person who signed in, as the provider states. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the provider vouches for the email. Without it, the email proves nothing. */
  emailVerified: boolean;
  name: string | null;
  /** When the person last proved to the provider who they are. Null if the sign-in shows no recent proof. */
  provenAt: Date | null;
}

export interface StartOptions {
  purpose: Purpose;
  /** Makes the provider ask which account to use instead of taking the last one. */
  chooseAccount?: boolean;
  locale: Locale;
}

export interface SignInProvider {
  id: string;
  label: string;
  issuer: string;
  start(redirect: string, options: StartOptions): Promise<{ attempt: Attempt; url: string }>;
  /** `query` is the unmodified query string of the callback. */
  finish(attempt: Attempt, query: string): Promise<ProviderPerson>;
}

const callbackPathOf = (id: string) =>
  id === 'google' ? '/api/auth/google/callback' : `/api/auth/oidc/${id}/callback`;

/** Discovery repeats after this time, so that a provider's new endpoints and keys need no restart. */
const discoveryMs = 60 * 60_000;
const timeoutS = 10;

/** Discovers the provider's endpoints when they are needed, and again after an hour. */
function discoverer({ issuer: address, clientId, clientSecret }: ProviderSettings) {
  const issuer = new URL(address);
  // The configuration accepts plain HTTP only for a provider on this machine.
  const insecure = issuer.protocol === 'http:';
  let cached: { at: number; configuration: Promise<oidc.Configuration> } | undefined;
  return async (): Promise<oidc.Configuration> => {
    if (!cached || Date.now() - cached.at > discoveryMs) {
      const asking = oidc.discovery(issuer, clientId, clientSecret, undefined, {
        timeout: timeoutS,
        execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
      });
      const mine = { at: Date.now(), configuration: asking };
      cached = mine;
      // After a failure, the next sign-in tries discovery again.
      asking.catch(() => {
        if (cached === mine) cached = undefined;
      });
    }
    return cached.configuration;
  };
}

/**
 * Sign-in through an OpenID provider: authorization code with PKCE, state and nonce. openid-client checks issuer, audience, expiry
 * and nonce of the ID token. By default it trusts TLS instead of the token's signature (OpenID Connect Core 3.1.3.7, rule 6).
 * `enableNonRepudiationChecks` makes it verify the signature against the provider's JWKS. This check accepts only asymmetric
 * algorithms: it refuses `none` and HS256, even if the provider's metadata lists them.
 */
export function createProvider(settings: ProviderSettings, { publicUrl }: Pick<Config, 'publicUrl'>): SignInProvider {
  const { id, label, issuer } = settings;
  const callback = `${publicUrl}${callbackPathOf(id)}`;
  const discover = discoverer(settings);
  return {
    id,
    label,
    issuer,
    async start(redirect, { purpose, chooseAccount, locale }) {
      const attempt = {
        provider: id,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        redirect,
        purpose,
        locale,
      };
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: callback,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        ...(chooseAccount ? { prompt: 'select_account' } : {}),
        // `max_age` also makes the provider say when the person last signed in (OpenID Connect Core 3.1.2.1).
        ...(purpose === 'prove' ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { attempt, url: url.href };
    },
    async finish(attempt, query) {
      const configuration = await discover();
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${callback}${query}`), {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      // Google puts the email into the ID token. Other providers return it only from the userinfo endpoint.
      const person =
        claims.email === undefined ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof person.email === 'string' ? person.email : '',
        emailVerified: typeof person.email === 'string' && person.email_verified === true,
        name: typeof person.name === 'string' ? person.name : null,
        provenAt: provenAt(configuration, attempt, claims.auth_time),
      };
    },
  };
}

/**
 * The person at the browser can remove `prompt` and `max_age` from the address. So the time that the provider signs decides, wherever the
 * provider can tell it. Google cannot: there, the request for a new sign-in has to do.
 */
function provenAt(configuration: oidc.Configuration, { purpose }: Attempt, authTime: unknown): Date | null {
  if (typeof authTime === 'number') return new Date(Math.min(authTime * 1000, Date.now()));
  const canTell = configuration.serverMetadata().claims_supported?.includes('auth_time') === true;
  return purpose === 'prove' && !canTell ? new Date() : null;
}
