import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import * as links from '#contract/providers.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { signInAt } from '#testing/provider-visitor.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';

let app: TestApp;
let google: TestIssuer;
/** A provider whose addresses an attacker chooses. */
let acme: TestIssuer;
beforeAll(async () => {
  google = await startTestIssuer();
  acme = await startTestIssuer({ id: 'acme', label: 'Acme' });
  app = await startTestApp({ env: { ...google.env, ...acme.env } });
  google.open(app.url);
  acme.open(app.url);
});
afterAll(async () => {
  await app.close();
  await google.close();
  await acme.close();
});

const password = 'a good password';
let number = 0;

async function confirmedPerson() {
  number += 1;
  const email = `link${number}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `link_${number}`, password } });
  await client.call(accounts.verifyEmail, { body: { token: await mailedToken(app, email, '/verify-email') } });
  return { client, email, id: user.id, subject: `sub-link-${number}` };
}

/** A browser in which someone signed in at a provider with the address of an existing account. */
async function waitingBrowser(issuer: TestIssuer, email: string, subject: string, redirect = '/'): Promise<TestClient> {
  const browser = app.client();
  expect(await signInAt(issuer, browser, subject, { email }, { redirect })).toBe('/auth/link');
  expect(browser.cookies.has('sid')).toBe(false);
  return browser;
}

const me = (client: TestClient) => client.call(accounts.getCurrentUser);
const signIn = (client: TestClient, email: string) => client.call(accounts.login, { body: { email, password } });
const enterCode = (client: TestClient, code: string) => client.call(links.signInWithLinkCode, { body: { code } });
const subjectsOf = (email: string) =>
  app.context.db.sql<{ subject: string }[]>`select subject from identities where email = ${email}`;

async function mailedCode(email: string): Promise<string> {
  for (const { text = '' } of (await readOutbox(app, email)).reverse()) {
    const code = /Code: (\d{4} \d{4})/.exec(text)?.[1];
    if (code) return code;
  }
  throw new Error(`no code was mailed to ${email}`);
}

const wrong = (code: string) => (code.startsWith('0') ? '11111111' : '00000000');

describe('a confirmed account with the email of a provider', () => {
  test('is linked after its owner signs in and confirms, and keeps its password and sessions', async () => {
    const { client, email, id, subject } = await confirmedPerson();
    const browser = await waitingBrowser(google, email.toUpperCase(), subject, '/creators?page=2');
    expect(await browser.call(links.getWaitingLink)).toEqual({
      provider: { id: 'google', label: 'Google' },
      email: email.toUpperCase(),
      account: email,
      signedInAs: 'none',
      redirect: '/creators?page=2',
    });
    await signIn(browser, email);
    expect(await browser.call(links.getWaitingLink)).toMatchObject({ signedInAs: 'owner' });
    expect(await browser.call(links.completeLink)).toEqual({ message: 'You can now sign in with Google.' });
    expect(browser.cookies.has('provider_link')).toBe(false);

    const again = app.client();
    expect(await signInAt(google, again, subject, { email: 'another@example.net' })).toBe('/');
    expect((await me(again)).id).toBe(id);
    expect((await me(client)).id).toBe(id);
    await signIn(app.client(), email);
    const subjects = (await readOutbox(app, email)).map(({ subject }) => subject);
    expect(subjects).toContain('Google sign-in was added to your account');
  });

  test('is not linked without a session, with an old proof, or to another account', async () => {
    const { email, subject } = await confirmedPerson();
    const other = await confirmedPerson();
    const browser = await waitingBrowser(acme, email, subject);
    await expect(browser.call(links.completeLink)).rejects.toMatchObject({ code: 'not_signed_in' });
    await signIn(browser, other.email);
    expect(await browser.call(links.getWaitingLink)).toMatchObject({ signedInAs: 'other' });
    await expect(browser.call(links.completeLink)).rejects.toMatchObject({ code: 'link_elsewhere' });
    await signIn(browser, email);
    await app.context.db.sql`update sessions set proven_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = ${email})`;
    await expect(browser.call(links.completeLink)).rejects.toMatchObject({ code: 'proof_required' });
    expect(await subjectsOf(email)).toEqual([]);
    await signIn(browser, email);
    await browser.call(links.completeLink);
    expect(await subjectsOf(email)).toEqual([{ subject }]);
    await expect(browser.call(links.completeLink)).rejects.toMatchObject({ code: 'link_over' });
  });

  test('stays closed to a provider that vouches for its email to a stranger', async () => {
    const { client, email, id } = await confirmedPerson();
    const attacker = await waitingBrowser(acme, email, 'sub-attacker');
    await attacker.call(links.mailLinkCode);
    const code = await mailedCode(email);
    for (let n = 0; n < limits.linkCodeTries; n += 1) {
      await expect(enterCode(attacker, wrong(code))).rejects.toMatchObject({ code: 'wrong_code' });
    }
    // The tries are used up, also for the right code.
    await expect(enterCode(attacker, code)).rejects.toMatchObject({ code: 'wrong_code' });
    expect(attacker.cookies.has('sid')).toBe(false);
    // A second sign-in begins a new link, and still opens nothing.
    expect(await signInAt(acme, attacker, 'sub-attacker', { email })).toBe('/auth/link');
    await expect(enterCode(attacker, code)).rejects.toMatchObject({ code: 'wrong_code' });
    await expect(attacker.call(links.completeLink)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await subjectsOf(email)).toEqual([]);
    expect((await me(client)).id).toBe(id);
  });

  test('mails at most three codes for one sign-in at the provider', async () => {
    const { email, subject } = await confirmedPerson();
    const browser = await waitingBrowser(acme, email, subject);
    for (let n = 0; n < limits.linkCodesMax; n += 1) await browser.call(links.mailLinkCode);
    await expect(browser.call(links.mailLinkCode)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a mailed code', () => {
  test('signs in once, in the browser that waits, and only the newest one works', async () => {
    const { email, id, subject } = await confirmedPerson();
    const browser = await waitingBrowser(acme, email, subject);
    await browser.call(links.mailLinkCode);
    const first = await mailedCode(email);
    await browser.call(links.mailLinkCode);
    const code = await mailedCode(email);
    await expect(enterCode(browser, first)).rejects.toMatchObject({ code: 'wrong_code' });

    const stranger = app.client();
    await expect(enterCode(stranger, code)).rejects.toMatchObject({ code: 'link_over' });
    const other = await confirmedPerson();
    const otherBrowser = await waitingBrowser(acme, other.email, other.subject);
    await otherBrowser.call(links.mailLinkCode);
    await expect(enterCode(otherBrowser, code)).rejects.toMatchObject({ code: 'wrong_code' });

    const cookie = browser.cookies.get('provider_link') ?? '';
    const tabs = Array.from({ length: 4 }, () => {
      const tab = app.client();
      tab.cookies.set('provider_link', cookie);
      return tab;
    });
    const results = await Promise.allSettled(tabs.map((tab) => enterCode(tab, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = tabs[results.findIndex(({ status }) => status === 'fulfilled')];
    if (!winner) throw new Error('no tab has won');
    expect((await me(winner)).id).toBe(id);
    await winner.call(links.completeLink);
    expect(await subjectsOf(email)).toEqual([{ subject }]);
  });

  test('does not skip the second step', async () => {
    const { email, id, subject } = await confirmedPerson();
    await app.context.db.sql`insert into passkeys (user_id, credential_id, public_key, name, is_synced)
      values (${id}, ${Buffer.from(email)}, 'key', 'Key', false)`;
    const browser = await waitingBrowser(acme, email, subject);
    await browser.call(links.mailLinkCode);
    await expect(enterCode(browser, await mailedCode(email))).rejects.toMatchObject({ code: 'second_step_required' });
    expect(browser.cookies.has('sid')).toBe(false);
    expect(browser.cookies.has('sign_in_step')).toBe(true);
    await expect(browser.call(links.completeLink)).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(await subjectsOf(email)).toEqual([]);
  });

  test('ends after ten minutes, and when the account has another email', async () => {
    const { email, id, subject } = await confirmedPerson();
    const { sql } = app.context.db;
    const browser = await waitingBrowser(acme, email, subject);
    await browser.call(links.mailLinkCode);
    const old = await mailedCode(email);
    await sql`update waiting_links set code_expires_at = now() where user_id = ${id}`;
    await expect(enterCode(browser, old)).rejects.toMatchObject({ code: 'wrong_code' });
    await browser.call(links.mailLinkCode);
    const code = await mailedCode(email);
    await sql`update users set email = ${`new-${email}`} where id = ${id}`;
    await expect(enterCode(browser, code)).rejects.toMatchObject({ code: 'wrong_code' });
    expect(browser.cookies.has('sid')).toBe(false);
  });
});

describe('the link that waits in a browser', () => {
  test('ends after fifteen minutes, when it is canceled, and with a newer sign-in of the same identity', async () => {
    const { client, email, subject } = await confirmedPerson();
    const { sql } = app.context.db;
    const over = { code: 'link_over' };
    const browser = await waitingBrowser(google, email, subject);
    const second = await waitingBrowser(google, email, subject);
    await expect(browser.call(links.getWaitingLink)).rejects.toMatchObject(over);
    await expect(browser.call(links.mailLinkCode)).rejects.toMatchObject(over);

    const copied = second.cookies.get('provider_link') ?? '';
    await second.call(links.cancelLink);
    client.cookies.set('provider_link', copied);
    await expect(client.call(links.completeLink)).rejects.toMatchObject(over);

    const third = await waitingBrowser(google, email, subject);
    await sql`update waiting_links set expires_at = now() where subject = ${subject}`;
    await signIn(third, email);
    for (const call of [links.getWaitingLink, links.completeLink, links.mailLinkCode] as const) {
      await expect(third.call(call)).rejects.toMatchObject(over);
    }
    for (const value of ['', 'nonsense', 'x'.repeat(43)]) {
      client.cookies.set('provider_link', value);
      await expect(client.call(links.completeLink)).rejects.toMatchObject(over);
    }
    expect(await subjectsOf(email)).toEqual([]);
  });

  test('links one of several identities that race for one account', async () => {
    const { email, subject } = await confirmedPerson();
    const browsers = [];
    for (let n = 0; n < 4; n += 1) {
      const browser = await waitingBrowser(google, email, `${subject}-${n}`);
      await signIn(browser, email);
      browsers.push(browser);
    }
    const results = await Promise.allSettled(browsers.map((browser) => browser.call(links.completeLink)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'google_other_account' });
    }
    expect(await subjectsOf(email)).toHaveLength(1);
    expect(await signInAt(google, app.client(), `${subject}-new`, { email })).toContain('error=google_other_account');
  });
});
