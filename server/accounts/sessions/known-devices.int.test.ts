import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { changePassword, deleteAccount } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { readOutbox } from '#testing/outbox.ts';
import { signInWithGoogle } from '#testing/provider-visitor.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';
import { deleteUnusedDevices } from './known-devices.sql.ts';

let app: TestApp;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  app = await startTestApp({ env: issuer.env });
  issuer.open(app.url);
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const sql = () => app.context.db.sql;
const password = 'a good password';
let n = 0;
async function person() {
  n += 1;
  const email = `device${n}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `device_${n}`, password } });
  return { client, user, email };
}
const signIn = (client: TestClient, email: string, headers: Record<string, string> = {}) =>
  client.call(accounts.login, { body: { email, password } }, headers);
const newsOf = async (email: string) =>
  (await readOutbox(app, email)).filter(({ subject }) => subject === 'New sign-in to your Fanfare account');
const devicesOf = async (userId: string) => (await sql()`select from known_devices where user_id = ${userId}`).length;

it('a sign-in from a new device is mailed with device, time and a part of the address', async () => {
  const { client, email } = await person();
  await client.call(accounts.logout);
  await signIn(client, email);
  expect(await newsOf(email)).toEqual([]);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const stranger = app.client();
  await signIn(stranger, email, { 'user-agent': agent });
  const [mail, ...more] = await newsOf(email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Device: Firefox on Linux');
  expect(mail?.text).toMatch(/When: [A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d UTC/);
  expect(mail?.text).toContain('Address: 127.0.0.…');
  expect(mail?.text).toContain(`${app.url}/settings#sessions`);
  // The same device is known now, also after a sign-out.
  await stranger.call(accounts.logout);
  await signIn(stranger, email);
  expect(await newsOf(email)).toHaveLength(1);
});

it('the cookie is random, out of reach for scripts, and stays for 400 days; the database has its hash', async () => {
  const { email, user } = await person();
  const response = await app.client().raw('POST', '/api/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('device=')) ?? '';
  expect(line).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = line.slice(7, 50);
  const found = await sql()`
    select from known_devices d where user_id = ${user.id} and (d::text || encode(token_hash, 'escape')) like ${`%${token}%`}`;
  expect(found).toHaveLength(0);
});

it('an account of before the upgrade hears of its first device, and a new one does not', async () => {
  const { client, email, user } = await person();
  await sql()`delete from known_devices where user_id = ${user.id}`;
  client.cookies.clear();
  await signIn(client, email);
  expect(await newsOf(email)).toEqual([]);
  await sql()`delete from known_devices where user_id = ${user.id}`;
  await sql()`update users set created_at = now() - interval '1 day' where id = ${user.id}`;
  await signIn(app.client(), email);
  expect(await newsOf(email)).toHaveLength(1);
});

it('a device of one person is new for another, and a made-up cookie is never accepted', async () => {
  const [one, two] = [await person(), await person()];
  await signIn(one.client, two.email);
  expect(await newsOf(two.email)).toHaveLength(1);
  expect(await newsOf(one.email)).toEqual([]);
  await signIn(one.client, one.email);
  await signIn(one.client, two.email);
  expect([await newsOf(one.email), (await newsOf(two.email)).length]).toEqual([[], 1]);
  const planted = 'x'.repeat(43);
  const victim = app.client();
  victim.cookies.set('device', planted);
  await signIn(victim, one.email);
  expect(victim.cookies.get('device')).not.toBe(planted);
  // The attacker who planted it signs in later.
  const attacker = app.client();
  attacker.cookies.set('device', planted);
  await signIn(attacker, one.email);
  expect(await newsOf(one.email)).toHaveLength(2);
});

it('Google sign-ins and password changes count as well', async () => {
  const browser = app.client();
  const email = 'mia.device@example.org';
  await signInWithGoogle(issuer, browser, 'sub-device', { email });
  await signInWithGoogle(issuer, browser, 'sub-device', { email });
  expect(await newsOf(email)).toEqual([]);
  await signInWithGoogle(issuer, app.client(), 'sub-device', { email });
  expect(await newsOf(email)).toHaveLength(1);
  const { client, email: own } = await person();
  await client.call(changePassword, { body: { currentPassword: password, newPassword: 'another good password' } });
  expect(await newsOf(own)).toEqual([]);
});

it('a person has at most 50 devices and ten mails a day; unused ones end after 400 days, and all with the account', async () => {
  const { client, email, user } = await person();
  for (let round = 0; round < 55; round += 1) await signIn(app.client(), email);
  expect(await devicesOf(user.id)).toBe(50);
  expect(await newsOf(email)).toHaveLength(9);
  await sql()`
    update known_devices set last_seen_at = now() - interval '401 days'
    where user_id = ${user.id} and token_hash in (select token_hash from known_devices where user_id = ${user.id} limit 20)`;
  await deleteUnusedDevices(sql());
  expect(await devicesOf(user.id)).toBe(30);
  await signIn(client, email);
  await client.call(deleteAccount, { body: { password } });
  expect(await devicesOf(user.id)).toBe(0);
});
