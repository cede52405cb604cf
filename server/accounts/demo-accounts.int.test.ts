import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { createAccount } from '#server/accounts/create-account.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { openSession } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { demoAccounts } from './demo-accounts.ts';

const [fan, , admin] = demoAccounts;
const credentials = { email: admin?.email ?? '', password: admin?.password ?? '' };

describe('demo accounts', () => {
  let local: TestApp;
  let site: TestApp;
  let visitor: TestClient;
  let before: TestClient;
  const lines: string[] = [];

  beforeAll(async () => {
    local = await startTestApp();
    const passwordHash = await hashPassword(local.context, credentials.password);
    for (const { email, username, displayName, role } of demoAccounts) {
      await local.context.db.tx((tx) =>
        createAccount(local.context, tx, { email, username, displayName, role, passwordHash, emailVerified: true }),
      );
    }
    before = local.client();
    await before.call(accounts.login, { body: credentials });
    expect(await before.call(accounts.getCurrentUser)).toMatchObject({ role: 'admin' });
    site = await startTestApp({
      beside: local,
      env: { PUBLIC_URL: 'https://fanfare.example', DEMO_DATA: '1', LOG_LEVEL: 'warn' },
      logTo: { write: (line) => lines.push(line) },
    });
    visitor = local.client();
  });
  afterAll(async () => {
    await site.close();
    await local.close();
  });

  /** The public site listens on another port of this machine. */
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(`http://127.0.0.1:${site.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://fanfare.example',
        host: 'fanfare.example',
        cookie,
      },
      body: JSON.stringify(body),
    });

  test('cannot sign in where others reach the site, and the log says so', async () => {
    for (const email of [credentials.email, credentials.email.toUpperCase(), fan?.email]) {
      const answer = await post('/api/login', { ...credentials, email });
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'bad_credentials' })]);
    }
    expect(lines.filter((line) => line.includes('demo_sign_in_refused')).length).toBeGreaterThan(2);
    expect(lines.join('\n')).toContain('demo accounts cannot sign in');
  });

  test('lose their sessions at the start', async () => {
    const sid = [...before.cookies.values()].join('; ');
    expect(sid).not.toBe('');
    const rows = await local.context.db.sql`
      select 1 from sessions s join users u on u.id = s.user_id where u.email = ${credentials.email}`;
    expect(rows).toHaveLength(0);
  });

  test('get no session in any other way', async () => {
    const [row] = await local.context.db.sql<{ id: string }[]>`select id from users where email = ${credentials.email}`;
    const request = { userAgent: '', ip: '', cookies: { get: () => undefined } } as unknown as RequestContext;
    // Google sign-in, a reset link and a changed password open their session here.
    await expect(
      site.context.db.tx((tx) => openSession(site.context, tx, request, row?.id ?? '')),
    ).rejects.toMatchObject({ code: 'bad_credentials' });
    // A session that another node opened is not one here.
    const later = local.client();
    await later.call(accounts.login, { body: credentials });
    const [name, value] = [...later.cookies][0] ?? [];
    expect(name).toBeDefined();
    expect(await site.context.http.readSession?.(value ?? '')).toBeNull();
  });

  test('are not listed on the sign-in page there, and stay open on this machine', async () => {
    const response = await fetch(`http://127.0.0.1:${site.port}/api/sign-in-options`, {
      headers: { host: 'fanfare.example' },
    });
    expect(await response.text()).not.toContain('fanfare-demo');
    await visitor.call(accounts.login, { body: credentials });
    expect(await visitor.call(accounts.getCurrentUser)).toMatchObject({ username: admin?.username });
  });
});
