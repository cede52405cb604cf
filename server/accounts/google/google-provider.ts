import * as oidc from 'openid-client';
import type { Config } from '#server/platform/config/config.ts';

/** The state of one sign-in attempt, stored in a cookie of the browser that started it. */
export interface GoogleAttempt {
  state: string;
  nonce: string;
  verifier: string;
  redirect: string;
}

/** The person who signed in, as the provider's ID token states. */
export interface GooglePerson {
  issuer: string;
  subject: string;
  email: string;
  name: string | null;
}

export interface GoogleProvider {
  /** With `chooseAccount` the provider asks which account to use instead of taking the last one. */
  start(redirect: string, options: { chooseAccount: boolean }): Promise<{ attempt: GoogleAttempt; url: string }>;
  /** `query` is the unmodified query string of the callback. Returns null if the provider has not verified the person's email. */
  finish(attempt: GoogleAttempt, query: string): Promise<GooglePerson | null>;
}

export const callbackPath = '/api/auth/google/callback';

/** Discovery repeats after this time, so that a provider's new endpoints and keys need no restart. */
const discoveryMs = 60 * 60_000;
const timeoutS = 10;

/**
 * Sign-in through GOOGLE_ISSUER: authorization code with PKCE, state and nonce. openid-client checks issuer, audience, expiry
 * and nonce of the ID token. By default it trusts TLS instead of the token's signature (OpenID Connect Core 3.1.3.7, rule 6).
 * `enableNonRepudiationChecks` makes it verify the signature against the provider's JWKS. This check accepts only asymmetric
 * algorithms: it refuses `none` and HS256, even if the provider's metadata lists them.
 */
export function createGoogleProvider({
  google,
  publicUrl,
}: Pick<Config, 'google' | 'publicUrl'>): GoogleProvider | undefined {
  if (!google) return undefined;
  const issuer = new URL(google.issuer);
  // The configuration accepts plain HTTP only for a provider on this machine.
  const insecure = issuer.protocol === 'http:';
  let cached: { at: number; configuration: Promise<oidc.Configuration> } | undefined;

  async function configuration(): Promise<oidc.Configuration> {
    if (!cached || Date.now() - cached.at > discoveryMs) {
      const asking = oidc.discovery(issuer, google?.clientId ?? '', google?.clientSecret, undefined, {
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
  }

  return {
    async start(redirect, { chooseAccount }) {
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        redirect,
      };
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${publicUrl}${callbackPath}`,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        ...(chooseAccount ? { prompt: 'select_account' } : {}),
      });
      return { attempt, url: url.href };
    },
    async finish(attempt, query) {
      const currentConfiguration = await configuration();
      const tokens = await oidc.authorizationCodeGrant(
        currentConfiguration,
        new URL(`${publicUrl}${callbackPath}${query}`),
        {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (!claims) return null;
      // Google puts the email into the ID token. Other providers return it only from the userinfo endpoint.
      const person =
        claims.email === undefined
          ? await oidc.fetchUserInfo(currentConfiguration, tokens.access_token, claims.sub)
          : claims;
      if (typeof person.email !== 'string' || person.email_verified !== true) return null;
      const name = typeof person.name === 'string' ? person.name : null;
      return { issuer: claims.iss, subject: claims.sub, email: person.email, name };
    },
  };
}
