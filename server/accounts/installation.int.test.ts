import { afterAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { startTestIssuer } from '#testing/servers/oidc.ts';
import { createAdmin, ensureAdmin } from './create-admin.ts';

const open: TestApp[] = [];
async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ env });
  open.push(app);
  return app;
}
afterAll(async () => {
  for (const app of open) await app.close();
});

const json = { 'content-type': 'application/json' };

describe('rate limits', () => {
  test('apply to requests from this machine too', async () => {
    const app = await start({ RATE_LIMITS: '1' });
    const body = { email: 'tries@example.org', username: 'tries', password: 'a good password' };
    await app.client().call(accounts.register, { body });
    const login = (password: string, email = body.email) =>
      app.client().raw('POST', '/api/login', { headers: json, body: JSON.stringify({ email, password }) });
    for (let n = 0; n < 10; n += 1) expect((await login('wrong password')).status).toBe(401);
    const refused = await login(body.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', message: expect.any(String) });
    // An unknown email has the same limit. Other accounts are not affected.
    for (let n = 0; n < 10; n += 1) expect((await login('wrong password', 'stranger@example.org')).status).toBe(401);
    expect((await login('wrong password', 'stranger@example.org')).status).toBe(429);
    expect((await login('wrong password', 'else@example.org')).status).toBe(401);

    const forgot = (email: string) => app.client().call(accounts.forgotPassword, { body: { email } });
    for (const email of [body.email, 'unknown@example.org']) {
      for (let n = 0; n < 5; n += 1) await forgot(email);
      await expect(forgot(email.toUpperCase())).rejects.toMatchObject({ status: 429 });
    }
    const check = () => app.client().call(accounts.checkUsername, { query: { username: 'anyone' } });
    for (let n = 0; n < 600; n += 1) await check();
    await expect(check()).rejects.toMatchObject({ status: 429 });
  });

  test('allow 60 sign-ups an hour from one IP address, scaled by RATE_LIMITS', async () => {
    const app = await start({ RATE_LIMITS: '0.2' });
    const register = (n: number) =>
      app.client().call(accounts.register, {
        body: { email: `p${n}@example.org`, username: `p_${n}`, password: 'a good password' },
      });
    for (let n = 0; n < 12; n += 1) await register(n);
    await expect(register(12)).rejects.toMatchObject({ status: 429 });
  });
});

describe('the first admin', () => {
  const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'operator password' };

  test('is created at start, and another start changes nothing', async () => {
    const app = await start(admin);
    const client = app.client();
    const credentials = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
    const user = await client.call(accounts.login, { body: credentials });
    expect(user).toMatchObject({ role: 'admin', emailVerified: true });
    await ensureAdmin(app.context);
    const twin = { email: 'twin@example.org', password: 'operator password' };
    const twins = await Promise.all([1, 2, 3].map(() => createAdmin(app.context, twin)));
    expect(twins.map(({ outcome }) => outcome).sort()).toEqual(['already_admin', 'already_admin', 'created']);
    expect(await client.call(accounts.getCurrentUser)).toEqual(user);
  });

  test('is promoted if the account exists, without keeping a stranger’s password', async () => {
    const app = await start({});
    const body = { email: 'later@example.org', username: 'later', password: 'a good password' };
    const stranger = app.client();
    const { id } = await stranger.call(accounts.register, { body });
    const { email } = body;
    expect(await createAdmin(app.context, { email })).toEqual({ outcome: 'password_needed', username: 'later' });
    expect(await stranger.call(accounts.getCurrentUser)).toMatchObject({ role: 'user' });
    const password = 'operator password';
    expect(await createAdmin(app.context, { email, password })).toMatchObject({ outcome: 'promoted' });
    await expect(stranger.call(accounts.getCurrentUser)).rejects.toMatchObject({ status: 401 });
    await expect(app.client().call(accounts.login, { body })).rejects.toThrow();
    const user = await app.client().call(accounts.login, { body: { email, password } });
    expect(user).toMatchObject({ id, role: 'admin' });
    // The email is confirmed now, so the promotion keeps the password. The last admin cannot be demoted.
    await createAdmin(app.context, { email: 'second@example.org', password });
    await app.context.db.sql`update users set role = 'user' where id = ${id}`;
    await createAdmin(app.context, { email, password: 'another password' });
    expect(await app.client().call(accounts.login, { body: { email, password } })).toMatchObject({ role: 'admin' });
    expect(await createAdmin(app.context, { email: 'stranger@example.org' })).toEqual({ outcome: 'password_needed' });
    await expect(createAdmin(app.context, { email, password: 'short' })).rejects.toThrow();
  });
});

describe('Google sign-in', () => {
  test('redirects browsers to an error page and returns 404 to programs if it is not configured', async () => {
    const app = open.at(-1);
    if (!app) throw new Error('no app');
    for (const path of ['/api/auth/google?redirect=%2Fcreators', '/api/auth/google/callback?code=x&state=y']) {
      const seen = await app.client().raw('GET', path, { headers: { accept: 'text/html' } });
      expect(seen.status).toBe(302);
      const back = new URL(seen.headers.get('location') ?? '', app.url);
      expect(back.pathname).toBe('/auth');
      expect(back.searchParams.get('error')).toBe('google_not_set_up');
      expect(back.searchParams.get('redirect')).toBe(path.includes('creators') ? '/creators' : '/');
      const answer = await app.client().raw('GET', path, { headers: { accept: 'application/json' } });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('retry-after')).toBe(null);
      const message = 'Google sign-in isn’t set up on this site.';
      expect(await answer.json()).toEqual({ code: 'google_not_set_up', message });
    }
  });

  test('reports a provider that is down, and reads the email from its userinfo endpoint once it is up', async () => {
    const issuer = await startTestIssuer({ emailInIdToken: false });
    await issuer.close();
    const down = await start(issuer.env);
    const refused = await down.client().raw('GET', '/api/auth/google', { headers: { accept: 'text/html' } });
    expect(refused.headers.get('location')).toBe('/auth?mode=login&redirect=%2F&error=google_failed');

    const other = await startTestIssuer({ emailInIdToken: false });
    const app = await start(other.env);
    other.open(app.url);
    const client = app.client();
    const begun = await client.raw('GET', '/api/auth/google?redirect=%2Fcreators');
    const back = await other.signIn(begun.headers.get('location') ?? '', 'sub-1', { email: 'userinfo@example.org' });
    const done = await client.raw('GET', back);
    expect(done.headers.get('location')).toBe('/creators');
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ email: 'userinfo@example.org' });
    await other.close();
  });
});

test('settings turn on demo accounts and the refusal of common passwords', async () => {
  const app = await start({ DEMO_DATA: '1', PASSWORD_DENYLIST: 'block' });
  const { demoAccounts } = await app.client().call(accounts.getSignInOptions);
  expect(demoAccounts.map(({ email, password }) => `${email} ${password}`)).toEqual([
    'fan@demo.fanfare.example fanfare-demo',
    'creator@demo.fanfare.example fanfare-demo',
    'admin@demo.fanfare.example fanfare-demo',
  ]);
  const body = { email: 'common@example.org', username: 'common', password: 'password123' };
  const refused = app.client().call(accounts.register, { body });
  await expect(refused).rejects.toMatchObject({ status: 400, fields: { password: expect.stringContaining('common') } });
});
