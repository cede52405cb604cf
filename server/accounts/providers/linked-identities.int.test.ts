import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as links from '#contract/providers.ts';
import * as factors from '#contract/second-factor.ts';
import * as settings from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { locationOf, page, signInAt, startSignIn } from '#testing/provider-visitor.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';

let app: TestApp;
let google: TestIssuer;
let acme: TestIssuer;
let beta: TestIssuer;
beforeAll(async () => {
  google = await startTestIssuer();
  acme = await startTestIssuer({ id: 'acme', label: 'Acme' });
  // Its email address comes from the userinfo endpoint only.
  beta = await startTestIssuer({ id: 'beta', label: 'Beta', emailInIdToken: false });
  const OIDC_PROVIDERS = JSON.stringify([acme.settings, beta.settings]);
  app = await startTestApp({ env: { ...google.env, OIDC_PROVIDERS } });
  for (const issuer of [google, acme, beta]) issuer.open(app.url);
});
afterAll(async () => {
  await app.close();
  for (const issuer of [google, acme, beta]) await issuer.close();
});
afterEach(() => acme.signedInBefore(0));

const password = 'a good password';
let number = 0;

async function register({ confirmed = true } = {}) {
  number += 1;
  const email = `own${number}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `own_${number}`, password } });
  if (confirmed) {
    await client.call(accounts.verifyEmail, { body: { token: await mailedToken(app, email, '/verify-email') } });
  }
  return { client, email, id: user.id, subject: `sub-own-${number}` };
}

/** A person who has only a provider. */
async function joined(issuer: TestIssuer) {
  number += 1;
  const client = app.client();
  const person = { email: `joined${number}@example.org` };
  const subject = `sub-joined-${number}`;
  expect(await signInAt(issuer, client, subject, person)).toBe('/');
  return { client, ...person, person, subject, id: (await client.call(accounts.getCurrentUser)).id };
}

const me = (client: TestClient) => client.call(accounts.getCurrentUser);
const identitiesOf = async (client: TestClient) => (await client.call(settings.getSettings)).identities;
const ageProofs = (id: string) =>
  app.context.db.sql`update sessions set proven_at = now() - interval '1 hour' where user_id = ${id}`;

/** Links a provider in the settings, as the browser does; returns the final address. */
async function link(client: TestClient, issuer: TestIssuer, subject: string, person: { email: string }) {
  const { address } = await client.call(links.startLink, { body: { providerId: issuer.settings.id } });
  const back = await issuer.signIn(address, subject, person);
  return locationOf(await client.raw('GET', back, page));
}

const unlink = (client: TestClient, id: string) => client.call(links.unlinkIdentity, { params: { id } });

describe('another provider of the settings', () => {
  test('is offered, and creates an account that issuer and subject find again', async () => {
    expect(await app.client().call(accounts.getSignInOptions)).toMatchObject({
      google: true,
      providers: [
        { id: 'acme', label: 'Acme' },
        { id: 'beta', label: 'Beta' },
      ],
    });
    for (const issuer of [acme, beta]) {
      const { id, subject, client } = await joined(issuer);
      const [identity] = await identitiesOf(client);
      expect(identity?.provider?.label).toBe(issuer.settings.label);
      const again = app.client();
      expect(await signInAt(issuer, again, subject, { email: 'elsewhere@example.net' })).toBe('/');
      expect((await me(again)).id).toBe(id);
    }
  });

  test('has its own people, even if a subject exists at two providers', async () => {
    const ids = [];
    for (const [n, issuer] of [google, acme, beta].entries()) {
      const client = app.client();
      await signInAt(issuer, client, 'sub-everywhere', { email: `everywhere${n}@example.org` });
      ids.push((await me(client)).id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  test('signs no one in with the code or the attempt of another provider', async () => {
    const person = { email: 'mixed@example.org' };
    const failed = '/auth?mode=login&redirect=%2F&error=provider_failed';
    for (const [from, to] of [
      [acme, beta],
      [beta, acme],
    ] as const) {
      const client = app.client();
      const back = await from.signIn(await startSignIn(client, from.settings.id), 'sub-mixed', person);
      const moved = back.replace(`/${from.settings.id}/callback`, `/${to.settings.id}/callback`);
      expect(locationOf(await client.raw('GET', moved, page))).toBe(`${failed}&provider=${to.settings.id}`);
      expect(client.cookies.has('sid')).toBe(false);
    }
    const client = app.client();
    const back = await acme.signIn(await startSignIn(client, 'acme'), 'sub-mixed', person);
    const kept = JSON.parse(Buffer.from(client.cookies.get('provider_sign_in') ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...kept, provider: 'beta' })).toString('base64url');
    client.cookies.set('provider_sign_in', forged);
    const moved = back.replace('/acme/callback', '/beta/callback');
    expect(locationOf(await client.raw('GET', moved, page))).toBe(`${failed}&provider=beta`);
    expect(client.cookies.has('sid')).toBe(false);
  });

  test('opens nothing with an address that it has not verified', async () => {
    const { client, email, id } = await register({ confirmed: false });
    for (const [subject, address] of [
      ['sub-unverified-1', email],
      ['sub-unverified-2', 'no-one@example.org'],
    ] as const) {
      const browser = app.client();
      expect(await signInAt(acme, browser, subject, { email: address, email_verified: false })).toBe(
        '/auth?mode=login&redirect=%2F&error=address_unverified&provider=acme',
      );
      expect(browser.cookies.has('sid')).toBe(false);
    }
    expect((await me(client)).id).toBe(id);
    expect(await app.context.db.sql`select 1 from users where email = 'no-one@example.org'`).toHaveLength(0);
  });

  test('still finds its person when the address there is no longer verified', async () => {
    const { id, subject, email } = await joined(acme);
    const again = app.client();
    await signInAt(acme, again, subject, { email, email_verified: false } as { email: string });
    expect((await me(again)).id).toBe(id);
  });

  test('answers 404 if the settings do not name it', async () => {
    for (const path of ['/api/auth/oidc/other', '/api/auth/oidc/google', '/api/auth/oidc/other/callback?code=x']) {
      const answer = await app.client().raw('GET', path);
      expect([answer.status, ((await answer.json()) as { code: string }).code], path).toEqual([
        404,
        'provider_not_set_up',
      ]);
    }
  });
});

describe('a signed-in person', () => {
  test('links a provider with another address, after a fresh proof', async () => {
    const { client, id, email, subject } = await register();
    await ageProofs(id);
    await expect(client.call(links.startLink, { body: { providerId: 'acme' } })).rejects.toMatchObject({
      code: 'proof_required',
    });
    await client.call(factors.proveIdentity, { body: { password } });
    expect(await link(client, acme, subject, { email: 'work@example.net' })).toBe('/settings#linked');
    expect(await identitiesOf(client)).toMatchObject([
      { provider: { id: 'acme', label: 'Acme' }, email: 'work@example.net' },
    ]);
    const mail = (await readOutbox(app, email)).find(
      ({ subject }) => subject === 'Acme sign-in was added to your account',
    );
    expect(mail?.text).toContain('work@example.net at Acme');
    const browser = app.client();
    await signInAt(acme, browser, subject, { email: 'work@example.net' });
    expect((await me(browser)).id).toBe(id);
  });

  test('links nothing that belongs to someone else, or a second account of one provider', async () => {
    const owner = await joined(acme);
    const { client, subject } = await register();
    expect(await link(client, acme, owner.subject, owner.person)).toBe('/settings?error=identity_taken#linked');
    await link(client, acme, subject, { email: 'first@example.net' });
    expect(await link(client, acme, `${subject}-2`, { email: 'second@example.net' })).toBe(
      '/settings?error=provider_other_account#linked',
    );
    expect(await identitiesOf(client)).toHaveLength(1);
    expect((await identitiesOf(owner.client)).length).toBe(1);
  });

  test('links nothing to an account whose email no one has confirmed', async () => {
    const { client, subject } = await register({ confirmed: false });
    expect(await link(client, acme, subject, { email: 'kept@example.net' })).toBe(
      '/settings?error=email_unconfirmed#linked',
    );
    expect(await identitiesOf(client)).toEqual([]);
  });

  test('proves their identity again if the proof has ended at the provider', async () => {
    const { client, id, subject } = await register();
    const { address } = await client.call(links.startLink, { body: { providerId: 'acme' } });
    const back = await acme.signIn(address, subject, { email: 'late@example.net' });
    await ageProofs(id);
    expect(locationOf(await client.raw('GET', back, page))).toBe('/auth/link');
    await expect(client.call(links.completeLink)).rejects.toMatchObject({ code: 'proof_required' });
    expect(await identitiesOf(client)).toEqual([]);
    await client.call(factors.proveIdentity, { body: { password } });
    await client.call(links.completeLink);
    expect(await identitiesOf(client)).toHaveLength(1);
  });

  test('cannot turn a sign-in of a stranger into a link', async () => {
    const { client, subject } = await register();
    const { address } = await client.call(links.startLink, { body: { providerId: 'acme' } });
    const back = await acme.signIn(address, subject, { email: 'planted@example.net' });
    const victim = await register();
    expect(locationOf(await victim.client.raw('GET', back, page))).toContain('error=provider_failed');
    expect(await identitiesOf(victim.client)).toEqual([]);
  });
});

describe('unlinking', () => {
  test('needs a fresh proof, ends the other sessions and every proof, and is mailed', async () => {
    const { client, id, email, subject } = await register();
    await link(client, acme, subject, { email: 'gone@example.net' });
    const other = app.client();
    await signInAt(acme, other, subject, { email: 'gone@example.net' });
    const [identity] = await identitiesOf(client);
    if (!identity) throw new Error('nothing is linked');
    await ageProofs(id);
    await expect(unlink(client, identity.id)).rejects.toMatchObject({ code: 'proof_required' });
    await client.call(factors.proveIdentity, { body: { password } });
    expect(await unlink(client, identity.id)).toMatchObject({ identities: [], freshProof: false });
    expect(await client.call(settings.getSettings)).toMatchObject({ freshProof: false });
    await expect(me(other)).rejects.toMatchObject({ status: 401 });
    const subjects = (await readOutbox(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Acme sign-in was removed from your account');
    await client.call(factors.proveIdentity, { body: { password } });
    await expect(unlink(client, identity.id)).rejects.toMatchObject({ code: 'not_found' });
    const browser = app.client();
    await signInAt(acme, browser, subject, { email: 'gone@example.net' });
    expect((await me(browser)).id).not.toBe(id);
  });

  test('is refused for the last way in; a passkey is another way', async () => {
    const { client, id } = await joined(acme);
    const [identity] = await identitiesOf(client);
    if (!identity) throw new Error('nothing is linked');
    await expect(unlink(client, identity.id)).rejects.toMatchObject({ code: 'last_way_in' });
    expect(await identitiesOf(client)).toHaveLength(1);
    const { sql } = app.context.db;
    // The identity of a provider that the site no longer offers opens nothing.
    await sql`insert into identities (issuer, subject, user_id, email) values ('https://former.example', 'x', ${id}, 'x@example.org')`;
    await expect(unlink(client, identity.id)).rejects.toMatchObject({ code: 'last_way_in' });
    await sql`insert into passkeys (user_id, credential_id, public_key, name, is_synced) values (${id}, 'k', 'k', 'Key', false)`;
    await unlink(client, identity.id);
    expect((await identitiesOf(client)).map(({ provider }) => provider)).toEqual([null]);
  });

  test('of two providers at once leaves one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client, subject } = await joined(acme);
      await link(client, beta, subject, { email: `second-${subject}@example.net` });
      const identities = await identitiesOf(client);
      expect(identities).toHaveLength(2);
      const results = await Promise.allSettled(identities.map(({ id }) => unlink(client, id)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await identitiesOf(client)).toHaveLength(1);
    }
  });

  test('of another person’s identity finds nothing', async () => {
    const owner = await joined(acme);
    const [identity] = await identitiesOf(owner.client);
    const { client } = await register();
    await expect(unlink(client, identity?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a sign-in at a provider as a proof of identity', () => {
  const isFresh = async (client: TestClient) => (await client.call(settings.getSettings)).freshProof;

  test('counts if the provider asked again, and not if it only knew the browser', async () => {
    const { client, subject, person } = await joined(acme);
    await signInAt(acme, client, subject, person);
    expect(await isFresh(client)).toBe(false);
    expect((await client.call(factors.getProofWays)).providers).toEqual([{ id: 'acme', label: 'Acme' }]);
    const address = new URL(await startSignIn(client, 'acme', { prompt: 'login' }));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect(await signInAt(acme, client, subject, person, { prompt: 'login', redirect: '/settings#email' })).toBe(
      '/settings#email',
    );
    expect(await isFresh(client)).toBe(true);
  });

  test('does not count if someone removed the question from the address', async () => {
    const { client, subject, person } = await joined(acme);
    await signInAt(acme, client, subject, person);
    acme.signedInBefore(3600);
    for (const kept of [[], ['max_age']]) {
      const address = new URL(await startSignIn(client, 'acme', { prompt: 'login' }));
      for (const name of ['prompt', 'max_age']) address.searchParams.delete(name);
      // A large age makes the provider say how old its session is.
      if (kept.length > 0) address.searchParams.set('max_age', '86400');
      const back = await acme.signIn(address.href, subject, person);
      expect(locationOf(await client.raw('GET', back, page))).toBe('/');
      expect(await isFresh(client)).toBe(false);
    }
  });

  test('neither makes an account nor opens another one', async () => {
    const { client, id, person } = await joined(acme);
    const other = await joined(acme);
    for (const [subject, email] of [
      ['sub-not-linked', 'not-linked@example.org'],
      [other.subject, other.email],
    ] as const) {
      expect(await signInAt(acme, client, subject, { ...person, email }, { prompt: 'login' })).toContain(
        'error=other_identity',
      );
      expect((await me(client)).id).toBe(id);
    }
    expect(await app.context.db.sql`select 1 from users where email = 'not-linked@example.org'`).toHaveLength(0);
  });
});
