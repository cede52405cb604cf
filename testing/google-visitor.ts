import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';
import type { OidcPerson, TestIssuer } from './servers/oidc.ts';

/** The Accept header that a browser sends when it navigates. */
export const page = { headers: { accept: 'text/html,*/*;q=0.8' } };

export const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** Follows the Google button's link; returns the provider's URL. */
export async function startGoogle(client: TestClient, redirect?: string): Promise<string> {
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
  const response = await client.raw('GET', `/api/auth/google${query}`, page);
  assert.equal(response.status, 302);
  return locationOf(response);
}

/** Signs in through the provider; returns the final redirect location. */
export async function signInWithGoogle(
  issuer: TestIssuer,
  client: TestClient,
  subject: string,
  person: OidcPerson,
  redirect?: string,
): Promise<string> {
  const back = await issuer.signIn(await startGoogle(client, redirect), subject, person);
  const response = await client.raw('GET', back, page);
  assert.equal(response.status, 302);
  return locationOf(response);
}
