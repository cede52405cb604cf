import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { listSessions } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let n = 0;
async function register() {
  n += 1;
  const body = { email: `s${n}@example.org`, username: `s_${n}`, password: 'a good password' };
  const client = app.client();
  const user = await client.call(accounts.register, { body });
  return { client, user, credentials: { email: body.email, password: body.password } };
}

const tokenOf = (client: TestClient) => client.cookies.get('sid') ?? '';
const hashOf = (client: TestClient) => createHash('sha256').update(tokenOf(client)).digest();
const isSignedIn = (client: TestClient) =>
  client.call(accounts.getCurrentUser).then(
    () => true,
    () => false,
  );

describe('a session', () => {
  test('is 256 random bits in a cookie that scripts cannot read; the database stores only the hash', async () => {
    const { credentials } = await register();
    const response = await app.client().raw('POST', '/api/login', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('sid=')) ?? '';
    expect(line).toMatch(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = line.slice(4, 47);
    const [row] = await app.context.db.sql<{ known: boolean; plain: boolean }[]>`
      select exists (select from sessions where token_hash = ${createHash('sha256').update(token).digest()}) as known,
        exists (select from sessions s where s::text like ${`%${token}%`}) as plain`;
    expect(row).toEqual({ known: true, plain: false });
  });

  test('is new after each sign-in, and the previous session of the browser ends', async () => {
    const { client, credentials } = await register();
    const before = tokenOf(client);
    await client.call(accounts.login, { body: credentials });
    expect(tokenOf(client)).not.toBe(before);
    const old = app.client();
    old.cookies.set('sid', before);
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('never adopts a cookie that an attacker planted', async () => {
    const { credentials } = await register();
    const client = app.client();
    const planted = 'a'.repeat(43);
    client.cookies.set('sid', planted);
    await client.call(accounts.login, { body: credentials });
    expect(tokenOf(client)).not.toBe(planted);
  });

  test("clears the browser's storage on sign-out, on ending the current session and on account deletion", async () => {
    const headers = { 'content-type': 'application/json' };
    const ends = [
      (client: TestClient) => client.raw('POST', '/api/logout', { headers, body: '{}' }),
      async (client: TestClient) => {
        const mine = (await client.call(listSessions)).find(({ current }) => current);
        return client.raw('DELETE', `/api/user/sessions/${mine?.id}`);
      },
      (client: TestClient) => client.raw('DELETE', '/api/user', { headers, body: '{}' }),
    ];
    for (const end of ends) {
      const { client } = await register();
      const answer = await end(client);
      expect(answer.status).toBe(200);
      // "cookies" would also clear the theme and the age gate, and sign the person out of other sites on the domain.
      expect(answer.headers.get('clear-site-data')).toBe('"storage"');
      expect(client.cookies.has('sid')).toBe(false);
    }
    const { client, credentials } = await register();
    await app.client().call(accounts.login, { body: credentials });
    const other = (await client.call(listSessions)).find(({ current }) => !current);
    const answer = await client.raw('DELETE', `/api/user/sessions/${other?.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe(null);
  });

  test('ends permanently at sign-out, and other sessions continue', async () => {
    const { client, credentials } = await register();
    const other = app.client();
    await other.call(accounts.login, { body: credentials });
    const token = tokenOf(client);
    expect(await client.call(accounts.logout)).toEqual({ ok: true });
    expect(client.cookies.has('sid')).toBe(false);
    client.cookies.set('sid', token);
    await expect(client.call(accounts.getCurrentUser)).rejects.toMatchObject({ status: 401 });
    expect(await isSignedIn(other)).toBe(true);
    // Signing out again, or without a session, succeeds.
    await expect(client.call(accounts.logout)).resolves.toEqual({ ok: true });
    await expect(app.client().call(accounts.logout)).resolves.toEqual({ ok: true });
  });

  test('ends after 14 idle days, and each use restarts the count', async () => {
    const { client } = await register();
    const { sql } = app.context.db;
    const idle = (days: number) =>
      sql`update sessions set last_seen_at = clock_timestamp() - make_interval(days => ${days}) where token_hash = ${hashOf(client)}`;
    await idle(13);
    expect(await isSignedIn(client)).toBe(true);
    const [row] = await sql<{ fresh: boolean }[]>`
      select last_seen_at > clock_timestamp() - interval '1 minute' as fresh from sessions where token_hash = ${hashOf(client)}`;
    expect(row?.fresh).toBe(true);
    await idle(15);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('works for reads while the database has no space to record its use', async () => {
    const { client } = await register();
    const { sql } = app.context.db;
    await sql`update sessions set last_seen_at = clock_timestamp() - interval '1 day' where token_hash = ${hashOf(client)}`;
    await sql.unsafe(`
      create function refuse_update() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
      create trigger disk_is_full before update on sessions for each row execute function refuse_update()`);
    const isRead = await isSignedIn(client);
    await sql.unsafe('drop trigger disk_is_full on sessions; drop function refuse_update()');
    expect(isRead).toBe(true);
  });

  test('ends after 30 days at the latest', async () => {
    const { client } = await register();
    const { sql } = app.context.db;
    const [row] = await sql<{ days: number }[]>`
      select round(extract(epoch from expires_at - created_at) / 86400)::int as days from sessions where token_hash = ${hashOf(client)}`;
    expect(row?.days).toBe(30);
    await sql`update sessions set expires_at = clock_timestamp() - interval '1 second' where token_hash = ${hashOf(client)}`;
    expect(await isSignedIn(client)).toBe(false);
  });

  test('with a malformed or unknown cookie is treated as a visitor', async () => {
    for (const cookie of ['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}%`, 'a'.repeat(4000)]) {
      const client = app.client();
      client.cookies.set('sid', cookie);
      expect(await isSignedIn(client)).toBe(false);
    }
  });
});

describe('the current user', () => {
  test('has the current role and suspension on each request', async () => {
    const { client, user } = await register();
    const { sql } = app.context.db;
    await sql`update users set role = 'creator', suspended_at = now() where id = ${user.id}`;
    expect(await client.call(accounts.getCurrentUser)).toMatchObject({ role: 'creator', suspended: true });
  });

  test('can only sign in, read and sign out while suspended', async () => {
    const { user, credentials } = await register();
    await app.context.db.sql`update users set suspended_at = now() where id = ${user.id}`;
    const client = app.client();
    expect(await client.call(accounts.login, { body: credentials })).toMatchObject({ suspended: true });
    await expect(client.call(accounts.resendVerification)).rejects.toMatchObject({ status: 403, code: 'suspended' });
    expect(await isSignedIn(client)).toBe(true);
    await expect(client.call(accounts.logout)).resolves.toEqual({ ok: true });
  });

  test('is refused to visitors with the specified message', async () => {
    await expect(app.client().call(accounts.getCurrentUser)).rejects.toMatchObject({
      status: 401,
      message: 'Must be logged in',
    });
  });
});

test('another site cannot sign a person in or out', async () => {
  const { client, credentials } = await register();
  const forged: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of forged) {
    await expect(client.call(accounts.logout, {}, headers)).rejects.toMatchObject({ code: 'cross_origin' });
    await expect(app.client().call(accounts.login, { body: credentials }, headers)).rejects.toMatchObject({
      status: 403,
    });
  }
  expect(await isSignedIn(client)).toBe(true);
});
