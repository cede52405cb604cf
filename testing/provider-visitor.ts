import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';
import type { OidcPerson, TestIssuer } from './servers/oidc.ts';

/** The Accept header that a browser sends when it navigates. */
export const page = { headers: { accept: 'text/html,*/*;q=0.8' } };

export const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** Follows a provider's button; returns the provider's URL. `query` may contain a prompt. */
export async function startSignIn(client: TestClient, id: string, query: Record<string, string> = {}): Promise<string> {
  const path = id === 'google' ? '/api/auth/google' : `/api/auth/oidc/${id}`;
  const response = await client.raw('GET', `${path}?${new URLSearchParams(query)}`, page);
  assert.equal(response.status, 302);
  return locationOf(response);
}

/** Follows the Google button's link; returns the provider's URL. */
export const startGoogle = (client: TestClient, redirect?: string): Promise<string> =>
  startSignIn(client, 'google', redirect === undefined ? {} : { redirect });

/** Signs in through a provider; returns the final redirect location. */
export async function signInAt(
  issuer: TestIssuer,
  client: TestClient,
  subject: string,
  person: OidcPerson,
  query: Record<string, string> = {},
): Promise<string> {
  const back = await issuer.signIn(await startSignIn(client, issuer.settings.id, query), subject, person);
  const response = await client.raw('GET', back, page);
  assert.equal(response.status, 302);
  return locationOf(response);
}

/** Signs in through Google; returns the final redirect location. */
export const signInWithGoogle = (
  issuer: TestIssuer,
  client: TestClient,
  subject: string,
  person: OidcPerson,
  redirect?: string,
): Promise<string> => signInAt(issuer, client, subject, person, redirect === undefined ? {} : { redirect });
