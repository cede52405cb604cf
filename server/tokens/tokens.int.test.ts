import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgotPassword, getCurrentUser, login, logout, register, resetPassword } from '#contract/accounts.ts';
import { getAdminCounts } from '#contract/admin/moderation.ts';
import { changeAdminUser, endUserSessions } from '#contract/admin/users.ts';
import type { Scope } from '#contract/scopes.ts';
import { changePassword, deleteAccount, endOtherSessions, setLocale } from '#contract/settings.ts';
import { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { deleteOldTokens, endAllTokens } from './tokens.sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCALES: 'en,de' } });
});
afterAll(() => app.close());

const sql = () => app.context.db.sql;
const password = 'a good password';
let count = 0;

async function person(role = 'user') {
  count += 1;
  const [email, username] = [`token${count}@example.org`, `token_${count}`];
  const client = app.client();
  const { id } = await client.call(register, { body: { email, username, password } });
  await sql()`update users set role = ${role}, email_verified_at = now() where id = ${id}`;
  return { id, email, username, client };
}
const create = (client: TestClient, name: string, scopes: Scope[] = ['profile:read'], days?: number) =>
  client.call(createToken, { body: { name, scopes, ...(days ? { days } : {}) } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = (token: string) => app.client().call(getCurrentUser, {}, bearer(token));
const invalid = { status: 401, code: 'token_invalid' };
const oneOf = async (client: TestClient) => (await client.call(listTokens))[0];

describe('a new token', () => {
  it('is shown once, works at once, and only its hash is stored', async () => {
    const ada = await person();
    const { token, item } = await create(ada.client, '  Stream\u200b bot ', ['pools:read', 'profile:read']);
    expect(token).toMatch(/^ffp_[0-9A-Za-z]{49}$/);
    expect(item).toMatchObject({ name: 'Stream bot', scopes: ['profile:read', 'pools:read'], state: 'active' });
    expect(await me(token)).toMatchObject({ id: ada.id, username: ada.username });
    const [row] = await sql()<{ tokenHash: Buffer; text: string }[]>`
      select token_hash, to_jsonb(t)::text as text from api_tokens t where user_id = ${ada.id}`;
    expect(row?.tokenHash).toEqual(createHash('sha256').update(token).digest());
    expect(row?.text).not.toContain(token.slice(4, 20));
    expect(JSON.stringify(await ada.client.call(listTokens))).not.toContain(token.slice(4, 20));
  });

  it('works for 90 days unless the person chooses, and for 366 at most', async () => {
    const ada = await person();
    const daysOf = ({ item: { createdAt, expiresAt } }: Awaited<ReturnType<typeof create>>) =>
      (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
    expect(daysOf(await create(ada.client, 'usual'))).toBeCloseTo(90, 3);
    expect(daysOf(await create(ada.client, 'long', ['profile:read'], 366))).toBeCloseTo(366, 3);
    for (const days of [0, 367, -1, 1.5]) {
      await expect(
        ada.client.call(createToken, { body: { name: 'x', scopes: ['profile:read'], days } }),
      ).rejects.toMatchObject({ code: 'validation_failed', fields: { days: expect.any(String) } });
    }
  });

  it.each([
    ['no name', { name: ' \u200b ' }, 'name'],
    ['a long name', { name: 'x'.repeat(51) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['money:write'] }, 'scopes.0'],
    ['a scope of admins', { scopes: ['admin:read'] }, 'scopes'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const ada = await person();
    const body = { name: 'Bot', scopes: ['profile:read'], ...wrong } as never;
    await expect(ada.client.call(createToken, { body })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
    expect(await ada.client.call(listTokens)).toEqual([]);
  });

  it('needs a fresh proof of identity', async () => {
    const ada = await person();
    await sql()`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${ada.id}`;
    await expect(create(ada.client, 'Bot')).rejects.toMatchObject({ code: 'proof_required' });
    expect(await ada.client.call(listTokens)).toEqual([]);
  });

  it('is mailed to its owner, in their language, without the token', async () => {
    const ada = await person();
    await ada.client.call(setLocale, { body: { locale: 'de' } });
    const { token } = await create(ada.client, 'Stream bot', ['pools:read', 'updates:write']);
    const mails = await readOutbox(app, ada.email);
    const mail = mails.find(({ subject }) => subject?.startsWith('Für'));
    expect(mail?.text).toContain('Stream bot');
    expect(mail?.text).toContain('pools:read, updates:write');
    expect(mail?.text).toContain(`${app.url}/de/settings/tokens`);
    expect(`${mail?.text}${mail?.html}`).not.toContain(token.slice(0, 12));
  });

  it('is the last of twenty that work; also when two are created at once', async () => {
    const ada = await person();
    for (let index = 0; index < 18; index += 1) await create(ada.client, `Bot ${index}`);
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => create(ada.client, name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(create(ada.client, 'one more')).rejects.toMatchObject({ status: 409, code: 'too_many_tokens' });
    await sql()`update api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
      where id = ${(await oneOf(ada.client))?.id ?? ''}`;
    await create(ada.client, 'after one expired');
  });

  it('cannot be created by a token, nor can a token list or revoke any', async () => {
    const ada = await person();
    const { token, item } = await create(ada.client, 'Bot');
    const body = { name: 'Child', scopes: ['profile:read' as const] };
    const forbidden = { status: 403, code: 'token_forbidden' };
    const stranger = app.client();
    await expect(stranger.call(createToken, { body }, bearer(token))).rejects.toMatchObject(forbidden);
    await expect(stranger.call(listTokens, {}, bearer(token))).rejects.toMatchObject(forbidden);
    const params = { id: item.id };
    await expect(stranger.call(revokeToken, { params }, bearer(token))).rejects.toMatchObject(forbidden);
    expect(await ada.client.call(listTokens)).toHaveLength(1);
  });
});

describe('the list', () => {
  it('has time and address of the last use, written at most once a minute and after the answer', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    expect((await oneOf(ada.client))?.lastUsed).toBeNull();
    await me(token);
    await expect.poll(async () => (await oneOf(ada.client))?.lastUsed?.ip).toBe('127.0.0.1');
    const first = (await oneOf(ada.client))?.lastUsed?.at;
    await me(token);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await oneOf(ada.client))?.lastUsed?.at).toBe(first);
    await sql()`update api_tokens set last_used_at = now() - interval '61 seconds' where user_id = ${ada.id}`;
    await me(token);
    await expect
      .poll(async () => Date.parse((await oneOf(ada.client))?.lastUsed?.at ?? ''))
      .toBeGreaterThan(Date.now() - 30_000);
  });

  it('answers also while the database has no space to record the use', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    await sql().unsafe(`
      create function refuse_use() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
      create trigger disk_is_full before update on api_tokens for each row execute function refuse_use()`);
    const user = await me(token).finally(() =>
      sql().unsafe('drop trigger disk_is_full on api_tokens; drop function refuse_use()'),
    );
    expect(user.id).toBe(ada.id);
  });

  it('is of the caller alone, and only the owner revokes', async () => {
    const [ada, ben] = [await person(), await person()];
    const { token, item } = await create(ada.client, 'Bot');
    expect(await ben.client.call(listTokens)).toEqual([]);
    const params = { id: item.id };
    await expect(ben.client.call(revokeToken, { params })).rejects.toMatchObject({ code: 'not_found' });
    await me(token);
    // Without a proof of identity.
    await sql()`update sessions set proven_at = '-infinity' where user_id = ${ada.id}`;
    await ada.client.call(revokeToken, { params });
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await ada.client.call(listTokens)).toEqual([]);
    await expect(ada.client.call(revokeToken, { params })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps expired tokens for 30 days, and a job deletes them then', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    const expireBy = (past: string) =>
      sql()`update api_tokens set created_at = now() - interval '100 days', expires_at = now() - ${past}::interval where user_id = ${ada.id}`;
    await expireBy('1 second');
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await oneOf(ada.client)).toMatchObject({ state: 'expired', ended: null });
    await expireBy('29 days');
    await deleteOldTokens(sql());
    expect(await oneOf(ada.client)).toMatchObject({ state: 'expired' });
    await expireBy('31 days');
    expect(await ada.client.call(listTokens)).toEqual([]);
    await deleteOldTokens(sql());
    expect(await sql()`select from api_tokens where user_id = ${ada.id}`).toHaveLength(0);
  });
});

describe('a token ends with', () => {
  const ended = async (client: TestClient) => (await oneOf(client))?.ended?.reason;

  it('a password reset by mail', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    await app.client().call(forgotPassword, { body: { email: ada.email } });
    const link = await mailedToken(app, ada.email, '/reset-password');
    await app.client().call(resetPassword, { body: { token: link, password: 'another password' } });
    await expect(me(token)).rejects.toMatchObject(invalid);
    const again = app.client();
    await again.call(login, { body: { email: ada.email, password: 'another password' } });
    expect(await ended(again)).toBe('sessions_ended');
  });

  it('a new password, but not with a sign-out', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    await ada.client.call(endOtherSessions);
    await ada.client.call(logout);
    await me(token);
    await ada.client.call(login, { body: { email: ada.email, password } });
    await ada.client.call(changePassword, { body: { currentPassword: password, newPassword: 'another password' } });
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await ended(ada.client)).toBe('sessions_ended');
  });

  it('all sessions, when an admin ends them', async () => {
    const [ada, admin] = [await person(), await person('admin')];
    const { token } = await create(ada.client, 'Bot');
    await admin.client.call(endUserSessions, { params: { id: ada.id }, body: { reason: 'A stolen phone' } });
    await expect(me(token)).rejects.toMatchObject(invalid);
  });

  it('a suspension, and does not come back with its end', async () => {
    const [ada, admin] = [await person(), await person('admin')];
    const { token } = await create(ada.client, 'Bot');
    const change = (suspended: boolean) =>
      admin.client.call(changeAdminUser, { params: { id: ada.id }, body: { suspended, reason: 'Spam' } });
    await change(true);
    await expect(me(token)).rejects.toMatchObject(invalid);
    await expect(create(ada.client, 'Another')).rejects.toMatchObject({ code: 'suspended' });
    await change(false);
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await ended(ada.client)).toBe('suspended');
  });

  it('the role, whose rights stop even without an end of the token', async () => {
    const [ada, admin] = [await person('admin'), await person('admin')];
    const [reads, plain] = [await create(ada.client, 'Reads', ['admin:read']), await create(ada.client, 'Plain')];
    const counts = () => app.client().call(getAdminCounts, {}, bearer(reads.token));
    await counts();
    await sql()`update users set role = 'user' where id = ${ada.id}`;
    await expect(counts()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await sql()`update users set role = 'admin' where id = ${ada.id}`;
    await counts();
    await admin.client.call(changeAdminUser, {
      params: { id: ada.id },
      body: { role: 'user', reason: 'Left the team' },
    });
    await expect(counts()).rejects.toMatchObject(invalid);
    await expect(me(plain.token)).rejects.toMatchObject(invalid);
    expect(await ended(ada.client)).toBe('role_lost');
  });

  it('the role of a creator, and not a change that takes no rights away', async () => {
    const [ada, admin] = [await person('creator'), await person('admin')];
    const change = (role: 'user' | 'creator' | 'admin') =>
      admin.client.call(changeAdminUser, { params: { id: ada.id }, body: { role, reason: 'Another task' } });
    const { token } = await create(ada.client, 'Bot', ['profile:read', 'payouts:read']);
    await change('user');
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await ended(ada.client)).toBe('role_lost');
    const later = await create(ada.client, 'Later');
    await change('creator');
    await me(later.token);
  });

  it('the account', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    await ada.client.call(deleteAccount, { body: { password } });
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await sql()`select from api_tokens where user_id = ${ada.id}`).toHaveLength(0);
  });

  it('a restore, because it may have been revoked after the backup', async () => {
    const ada = await person();
    const { token } = await create(ada.client, 'Bot');
    await app.context.db.tx(endAllTokens);
    await expect(me(token)).rejects.toMatchObject(invalid);
    expect(await ended(ada.client)).toBe('restored');
  });
});

it('the export has a token without its hash', async () => {
  const ada = await person();
  await create(ada.client, 'Bot', ['pools:read']);
  const data = app.modules.flatMap(({ personalData = [] }) => personalData).find(({ name }) => name === 'api-tokens');
  const rows: object[] = [];
  await app.context.db.tx(async (tx) => {
    for await (const batch of data?.rows(tx, ada.id).cursor(10) ?? []) rows.push(...batch);
  });
  expect(rows).toMatchObject([{ name: 'Bot', scopes: ['pools:read'], lastUsedAt: null, endedAt: null }]);
  expect(JSON.stringify(rows)).not.toMatch(/hash/i);
});
