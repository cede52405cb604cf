import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser, login, type Role } from '#contract/accounts.ts';
import { listAudit } from '#contract/admin/audit.ts';
import * as admins from '#contract/admin/users.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { makeReport } from '#contract/reports.ts';
import { createAccount } from '#server/accounts/create-account.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { mailedToken } from '#testing/outbox.ts';

let app: TestApp;
let admin: Person;
let second: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await insertPerson(app, 'admin');
  second = await insertPerson(app, 'admin');
  await sql()`update users set display_name = 'Mira Stone', username = 'mira' where id = ${admin.id}`;
});
afterAll(() => app.close());

const sql = () => app.context.db.sql;
type Change = Partial<Parameters<typeof changeBy>[2]>;
const changeBy = (
  by: Person,
  { id }: { id: string },
  body: {
    role?: Role;
    isVerified?: boolean;
    suspended?: boolean;
    suspendedUntil?: string | null;
    reason?: string;
    version?: number;
  },
) => by.client.call(admins.changeAdminUser, { params: { id }, body });
const change = (subject: { id: string }, body: Change) =>
  changeBy(admin, subject, { reason: 'A good reason', ...body });
const read = (id: string) => admin.client.call(admins.getAdminUser, { params: { id } });
type ListQuery = NonNullable<NonNullable<CallInput<typeof admins.listAdminUsers>>['query']>;
const list = (query: ListQuery) => admin.client.call(admins.listAdminUsers, { query });
const historyOf = async (id: string) => (await read(id)).audit.items.map(({ action, status }) => [action, status]);

describe('the list', () => {
  it('finds people by name, email and id, and reports how many there are', async () => {
    const fan = await insertPerson(app);
    await sql()`update users set username = 'wanda', display_name = 'Wanda Lake', email = 'lake.wanda@mail.example' where id = ${fan.id}`;
    for (const search of ['wanda', 'Lake', 'lake.wanda@mail', fan.id, 'wa']) {
      const { items, pagination } = await list({ search });
      expect([search, items.map(({ id }) => id), pagination.totalCount]).toEqual([search, [fan.id], 1]);
    }
    expect((await list({ search: '%' })).items).toEqual([]);
  });

  it('filters by role, state, verification, email and time of joining', async () => {
    const [creator, away, old] = [await insertPerson(app, 'creator'), await insertPerson(app), await insertPerson(app)];
    await sql()`update users set is_verified = true, email_verified_at = now() where id = ${creator.id}`;
    await away.suspend();
    await sql()`update users set created_at = now() - interval '8 days' where id = ${old.id}`;
    const idsOf = async (query: ListQuery) => (await list(query)).items.map(({ id }) => id);
    expect(await idsOf({ role: 'creator' })).toEqual([creator.id]);
    expect(await idsOf({ verified: 'true' })).toEqual([creator.id]);
    expect(await idsOf({ emailVerified: 'true' })).toEqual([creator.id]);
    expect(await idsOf({ emailVerified: 'false' })).not.toContain(creator.id);
    expect(await idsOf({ status: 'suspended' })).toEqual([away.id]);
    expect(await idsOf({ new: 'false' })).toEqual([old.id]);
    expect(await idsOf({ held: 'true' })).toEqual([]);
    expect((await idsOf({ sort: 'oldest' }))[0]).toBe(old.id);
    const names = (await list({ sort: 'name' })).items.map(({ username }) => username);
    expect(names).toEqual(names.toSorted());
  });

  it('exports the matching people as CSV', async () => {
    const response = await admin.client.raw('GET', '/api/admin/users.csv?role=admin&sort=oldest');
    const lines = (await response.text()).trim().split('\r\n');
    expect(response.headers.get('content-type')).toMatch('text/csv');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${admin.id},mira,Mira Stone`);
  });
});

describe('a change', () => {
  it('needs no reason', async () => {
    const fan = await insertPerson(app);
    for (const body of [
      { role: 'creator' },
      { role: 'user' },
      { isVerified: true },
      { isVerified: false },
      { suspended: true },
    ] as const) {
      expect(await changeBy(admin, fan, body)).toMatchObject(
        'suspended' in body ? { suspension: { reason: null, until: null } } : body,
      );
    }
    await app.settle();
    const { audit, notices } = await read(fan.id);
    expect(audit.items.map(({ reason }) => reason)).toEqual([null, null, null, null, null]);
    expect(notices.items).toMatchObject([{ kind: 'suspended' }]);
    const [notice] = await sql()<{ body: string }[]>`select body from notifications where user_id = ${fan.id}`;
    expect(notice?.body).toMatch(/^You can still sign in/);
    expect(await fan.client.call(getCurrentUser)).toMatchObject({ suspension: { reason: null, until: null } });
    expect(await changeBy(admin, fan, { suspended: false })).toMatchObject({ suspension: null });
  });

  it('requires something to change', async () => {
    const fan = await insertPerson(app);
    await expect(change(fan, {})).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    await expect(change({ id: crypto.randomUUID() }, { isVerified: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await historyOf(fan.id)).toEqual([]);
  });

  it('is audited with before, after, reason and address', async () => {
    const fan = await insertPerson(app);
    expect(await change(fan, { role: 'creator', isVerified: true })).toMatchObject({
      role: 'creator',
      isVerified: true,
    });
    const { audit } = await read(fan.id);
    expect(audit.items).toMatchObject([
      { action: 'user.role', before: { role: 'user' }, after: { role: 'creator' } },
      { action: 'user.verified', before: { isVerified: false }, after: { isVerified: true } },
    ]);
    expect(audit.items[0]).toMatchObject({
      actor: { username: 'mira' },
      userId: fan.id,
      reason: 'A good reason',
      ip: expect.stringMatching(/^[\d.:a-f]+$/),
    });
  });

  it('makes only people with a confirmed email admins', async () => {
    const fan = await insertPerson(app);
    await expect(change(fan, { role: 'admin' })).rejects.toMatchObject({ fields: { role: /confirmed email/ } });
    await sql()`update users set email_verified_at = now() where id = ${fan.id}`;
    // A second admin approves it (server/approvals/approvals.int.test.ts).
    expect(await change(fan, { role: 'admin' })).toMatchObject({ role: 'user', promotion: { kind: 'user.promote' } });
  });

  it('is refused on oneself, and the attempt is audited once a minute', async () => {
    for (const body of [{ role: 'user' }, { role: 'user' }, { suspended: true }] as const) {
      await expect(change(admin, body)).rejects.toMatchObject({ status: 403, code: 'own_account' });
    }
    await expect(
      admin.client.call(admins.deleteAdminUser, { params: { id: admin.id }, body: { reason: 'Bye' } }),
    ).rejects.toMatchObject({ code: 'own_account' });
    expect(await historyOf(admin.id)).toEqual([
      ['user.deleted', 'refused'],
      ['user.suspended', 'refused'],
      ['user.role', 'refused'],
    ]);
  });

  it('names the admin who acted since the caller looked', async () => {
    const fan = await insertPerson(app);
    const { version } = await read(fan.id);
    const changed = await change(fan, { isVerified: true, version });
    expect(changed.version).toBeGreaterThan(version);
    const late = changeBy(second, fan, { suspended: true, reason: 'Spam', version });
    await expect(late).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Mira Stone (@mira) verified this person just now.',
      winner: { id: admin.id, username: 'mira', action: 'user.verified' },
    });
    expect(await read(fan.id)).toMatchObject({ status: 'active', version: changed.version });
    expect(await changeBy(second, fan, { suspended: true, reason: 'Spam', version: changed.version })).toMatchObject({
      status: 'suspended',
    });
  });

  it('has one winner when two admins do the same at the same moment', async () => {
    const fan = await insertPerson(app);
    const results = await Promise.allSettled(
      [admin, second].map((by) => changeBy(by, fan, { suspended: true, reason: 'Spam' })),
    );
    const lost = results.find((result) => result.status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(lost?.reason).toMatchObject({ code: 'conflict', winner: { action: 'user.suspended' } });
    expect(await historyOf(fan.id)).toEqual([['user.suspended', 'done']]);
  });
});

describe('the last admin', () => {
  const demote = (by: Person, admin: Person) => changeBy(by, admin, { role: 'user', reason: 'Leaves the team' });

  it('remains when two admins demote each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const results = await Promise.allSettled([demote(admin, second), demote(second, admin)]);
      const lost = results.find((result) => result.status === 'rejected');
      expect(lost?.reason).toMatchObject({ code: 'forbidden' });
      expect(await sql()`select count(*)::int as n from users where role = 'admin'`).toEqual([{ n: 1 }]);
      await sql()`update users set role = 'admin' where id in (${admin.id}, ${second.id})`;
    }
  });

  it('cannot lose the role, be suspended or be deleted, by any statement', async () => {
    await sql()`update users set role = 'user' where id = ${second.id}`;
    for (const statement of [
      `update users set role = 'user' where id = '${admin.id}'`,
      `update users set suspended_at = now() where id = '${admin.id}'`,
      `update users set role = 'user', deleted_at = now() where id = '${admin.id}'`,
    ]) {
      await expect(sql().unsafe(statement)).rejects.toMatchObject({ code: 'FF409' });
    }
    await sql()`update users set role = 'admin' where id = ${second.id}`;
  });
});

describe('the sessions, the password and the account of a person', () => {
  const reason = 'They asked by mail';

  async function registered(name: string) {
    const body = { email: `${name}@example.org`, password: 'a good password' };
    const passwordHash = await hashPassword(app.context, body.password);
    const made = await app.context.db.tx((tx) =>
      createAccount(app.context, tx, {
        email: body.email,
        username: name,
        passwordHash,
        role: 'user',
        emailVerified: true,
      }),
    );
    return { ...body, id: made?.id ?? '', signIn: () => app.client().call(login, { body }) };
  }

  it('ends one session or all of them', async () => {
    const { id, signIn } = await registered('sessions');
    for (let n = 0; n < 3; n += 1) await signIn();
    const { sessions } = await read(id);
    expect(sessions.totalCount).toBe(3);
    const sessionId = sessions.items[0]?.id ?? '';
    const params = { id, sessionId };
    expect(await admin.client.call(admins.endUserSession, { params, body: { reason } })).toEqual({ ended: 1 });
    await expect(admin.client.call(admins.endUserSession, { params, body: { reason } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await admin.client.call(admins.endUserSessions, { params: { id }, body: { reason } })).toEqual({ ended: 2 });
    expect((await read(id)).sessions.items).toEqual([]);
    expect(await historyOf(id)).toEqual([
      ['user.sessions_ended', 'done'],
      ['user.session_ended', 'done'],
    ]);
  });

  it('mails a link to choose a new password', async () => {
    const { id, email } = await registered('forgetful');
    await admin.client.call(admins.resetUserPassword, { params: { id }, body: { reason } });
    expect(await mailedToken(app, email, '/reset-password')).toMatch(/^[\w-]{43}$/);
    expect(await historyOf(id)).toEqual([['user.password_reset', 'done']]);
  });

  it('deletes an account and keeps its history', async () => {
    const { id } = await registered('leaver');
    await admin.client.call(admins.deleteAdminUser, { params: { id }, body: { reason } });
    expect(await read(id)).toMatchObject({ status: 'deleted', email: expect.stringMatching(/@deleted\.invalid$/) });
    expect(await historyOf(id)).toEqual([['user.deleted', 'done']]);
    expect((await list({ status: 'deleted' })).items.map((item) => item.id)).toContain(id);
    await expect(change({ id }, { isVerified: true })).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('shows the reports by and against a person', async () => {
  const [loud, quiet] = [await insertPerson(app), await insertPerson(app)];
  await quiet.client.call(makeReport, { body: { kind: 'profile', id: loud.id, reason: 'Rude name' } });
  expect((await read(loud.id)).reportsAgainst).toMatchObject({
    totalCount: 1,
    items: [{ reason: 'Rude name', other: { id: quiet.id } }],
  });
  expect((await read(quiet.id)).reportsBy).toMatchObject({ totalCount: 1, items: [{ other: { id: loud.id } }] });
});

it('keeps every attempt of a person without rights in the audit trail, once a minute', async () => {
  const fan = await insertPerson(app);
  for (let n = 0; n < 3; n += 1) {
    await expect(fan.client.call(admins.listAdminUsers, {})).rejects.toMatchObject({ code: 'forbidden' });
  }
  await Promise.allSettled(Array.from({ length: 5 }, () => changeBy(fan, admin, { role: 'user', reason: 'Mine' })));
  const { items } = await admin.client.call(listAudit, { query: { status: 'refused', actorId: fan.id } });
  expect(items.map(({ action, target }) => [action, target.id])).toEqual([
    ['access.refused', 'PATCH /api/admin/users/:id'],
    ['access.refused', 'GET /api/admin/users'],
  ]);
});
