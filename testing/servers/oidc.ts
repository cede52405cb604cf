import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';

export interface OidcPerson {
  email: string;
  email_verified?: boolean;
  name?: string;
}

/** A real OpenID provider on this machine, instead of Google or as another provider. It signs every visitor in as the person set by `expect`. */
export interface TestIssuer {
  /** The settings with which an app uses this provider. */
  env: Record<string, string>;
  /** The provider's entry in OIDC_PROVIDERS. */
  settings: { id: string; label: string; issuer: string; clientId: string; clientSecret: string };
  /** Starts to serve the app with this URL. */
  open(appUrl: string): void;
  /** Sets the person of the next sign-in, for a browser that follows the pages itself. */
  expect(subject: string, person: OidcPerson): void;
  /** Rewrites every ID token that the provider issues from now on; without an argument stops rewriting. */
  tamper(change?: (idToken: string) => string): void;
  /** How long ago the people of the next sign-ins gave their password, whatever the app asks for. */
  signedInBefore(seconds: number): void;
  /** Follows the provider's pages as a browser does; returns the URL to which it redirects back. */
  signIn(authorizationUrl: string, subject: string, person: OidcPerson): Promise<string>;
  close(): Promise<void>;
}

const client = { id: 'fanfare-test', secret: 'a-secret-of-the-test-client-only' };
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keyId = 'test';

/** The knowledge of an attacker: the client's secret, the provider's public key and its key id. */
export const issuerSecrets = { clientSecret: client.secret, publicKey: keys.publicKey, keyId };

export async function startTestIssuer({
  id = 'google',
  label = 'Google',
  emailInIdToken = true,
} = {}): Promise<TestIssuer> {
  const people = new Map<string, OidcPerson>();
  let current = '';
  let agoS = 0;
  let change: ((idToken: string) => string) | undefined;
  let answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { id, label, issuer, clientId: client.id, clientSecret: client.secret };
  const callback = id === 'google' ? '/api/auth/google/callback' : `/api/auth/oidc/${id}/callback`;
  const expect = (subject: string, person: OidcPerson) => {
    people.set(subject, person);
    current = subject;
  };

  return {
    env:
      id === 'google'
        ? { GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, GOOGLE_ISSUER: issuer }
        : { OIDC_PROVIDERS: JSON.stringify([settings]) },
    settings,
    open(appUrl) {
      const provider = new Provider(issuer, configuration(`${appUrl}${callback}`, people, emailInIdToken));
      provider.use(async (context, next) => {
        await next();
        const body = context.body as { id_token?: string } | undefined;
        if (change && context.path === '/token' && body?.id_token) body.id_token = change(body.id_token);
      });
      const pages = provider.callback();
      answer = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) void pages(request, response);
        else void agree(provider, request, response, { subject: current, agoS });
      };
    },
    expect,
    tamper: (next) => {
      change = next;
    },
    signedInBefore: (seconds) => {
      agoS = seconds;
    },
    async signIn(authorizationUrl, subject, person) {
      expect(subject, person);
      return followPages(issuer, authorizationUrl);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function configuration(callback: string, people: Map<string, OidcPerson>, emailInIdToken: boolean): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...keys.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: keyId }],
    } as Configuration['jwks'],
    // Also advertises the symmetric algorithm, so that the relying party alone decides against it.
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    cookies: { keys: ['a-key-of-the-test-issuer'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts the email address into the ID token; by the standard only the userinfo endpoint returns it.
    conformIdTokenClaims: !emailInIdToken,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { policy: promptPolicy(), url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email_verified: true, ...people.get(id) }),
    }),
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  };
}

/** Supports the prompt `select_account` as Google does. */
function promptPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

/** Signs in and consents without user interaction. */
async function agree(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { subject, agoS }: { subject: string; agoS: number },
) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login' || prompt.name === 'select_account') {
    const login = { accountId: subject, ts: Math.floor(Date.now() / 1000) - agoS };
    await provider.interactionFinished(request, response, { login, select_account: {} });
    return;
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? subject, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

async function followPages(issuer: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the issuer answers ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(issuer)) return url;
  }
  throw new Error('the issuer redirects in circles');
}
