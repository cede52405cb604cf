import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { decideApproval } from '#contract/admin/approvals.ts';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { changeAdminUser, getAdminUser } from '#contract/admin/users.ts';
import { listNotifications } from '#contract/notifications.ts';
import { makeAppeal } from '#contract/reports.ts';
import { updateProfile } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { liftSuspensions } from './lift-suspensions.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await insertPerson(app, 'admin');
  await app.context.db.sql`update users set display_name = 'Mira Stone', username = 'mira' where id = ${admin.id}`;
});
afterAll(() => app.close());

interface Suspension {
  suspended: boolean;
  suspendedUntil?: string;
  reason?: string;
}

const change = ({ id }: Person, { reason = 'Spam', ...body }: Suspension) =>
  admin.client.call(changeAdminUser, { params: { id }, body: { reason, ...body } });
const read = (id: string) => admin.client.call(getAdminUser, { params: { id } });
const historyOf = async (id: string) => (await read(id)).audit.items.map(({ action, status }) => [action, status]);

it('a suspension still allows reading and exporting, gives the reason, and ends when an admin lifts it', async () => {
  const fan = await insertPerson(app);
  await change(fan, { suspended: true, reason: 'Spam in three rooms' });
  expect(await fan.client.call(getCurrentUser)).toMatchObject({
    suspended: true,
    suspension: { reason: 'Spam in three rooms', until: null },
  });
  expect((await fan.client.raw('GET', '/api/user/export')).status).toBe(200);
  await expect(fan.client.call(updateProfile, { body: { bio: 'Hi' } })).rejects.toMatchObject({ code: 'suspended' });
  const { email, suspension } = await read(fan.id);
  expect(suspension).toMatchObject({ reason: 'Spam in three rooms', until: null, by: { username: 'mira' } });
  const [mail] = await readOutbox(app, email);
  expect(mail?.subject).toMatch(/^Your account is suspended/);
  expect(mail?.text).toMatch(/Reason: Spam in three rooms\. .*appeal/s);
  expect((await read(fan.id)).notices.items).toMatchObject([{ kind: 'suspended' }]);

  expect(await change(fan, { suspended: false, reason: 'Cleared up' })).toMatchObject({
    status: 'active',
    suspension: null,
  });
  expect(await fan.client.call(updateProfile, { body: { bio: 'Hi' } })).toMatchObject({ suspension: null, bio: 'Hi' });
  const lifted = (await readOutbox(app, email)).at(-1);
  expect(lifted?.subject).toMatch(/^Your account is no longer suspended/);
  expect(lifted?.text).toContain('Reason: Cleared up. You can use everything again.');
});

it('a suspension ends on its date, and not when it was extended meanwhile', async () => {
  const [short, extended] = [await insertPerson(app), await insertPerson(app)];
  const soon = new Date(Date.now() + 2000).toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await change(short, { suspended: true, suspendedUntil: soon });
  await change(extended, { suspended: true, suspendedUntil: soon });
  expect(await change(extended, { suspended: true, suspendedUntil: later })).toMatchObject({ suspendedUntil: later });
  await expect
    .poll(
      async () => {
        await app.settle();
        return (await read(short.id)).status;
      },
      { timeout: 10_000 },
    )
    .toBe('active');
  expect((await historyOf(short.id))[0]).toEqual(['user.suspension_ended', 'done']);
  expect(await read(extended.id)).toMatchObject({ status: 'suspended', suspendedUntil: later });
});

it('a suspension cannot end in the past, and only a suspension has an end', async () => {
  const fan = await insertPerson(app);
  const past = new Date(Date.now() - 1000).toISOString();
  const field = { fields: { suspendedUntil: expect.any(String) } };
  await expect(change(fan, { suspended: true, suspendedUntil: past })).rejects.toMatchObject(field);
  await expect(change(fan, { suspended: false, suspendedUntil: past })).rejects.toMatchObject(field);
});

it('a suspension can be appealed once at a time; an upheld appeal lifts it', async () => {
  const fan = await insertPerson(app);
  await expect(fan.client.call(makeAppeal, { body: { reason: 'Why?' } })).rejects.toMatchObject({ status: 409 });
  await change(fan, { suspended: true, reason: 'Spam' });
  const hasAppealed = async () => (await fan.client.call(getCurrentUser)).suspension?.appealed;
  expect(await hasAppealed()).toBe(false);
  const appeal = await fan.client.call(makeAppeal, { body: { reason: 'My account was stolen.' } });
  expect(await hasAppealed()).toBe(true);
  await expect(fan.client.call(makeAppeal, { body: { reason: 'Hello?' } })).rejects.toMatchObject({
    code: 'report_exists',
  });
  const { items } = await admin.client.call(listReports, { query: { kind: 'appeal' } });
  expect(items).toMatchObject([
    { id: appeal.id, reason: 'My account was stolen.', reported: { excerpt: 'Spam', user: { id: fan.id } } },
  ]);
  const list = await admin.client.call(listNotifications);
  expect(list.notifications[0]).toMatchObject({ kind: 'appeal_made' });

  const answer = (status: 'upheld' | 'dismissed', id = appeal.id) =>
    admin.client.call(decideReport, { params: { id }, body: { status, reason: 'We looked again.' } });
  await answer('dismissed');
  expect(await read(fan.id)).toMatchObject({ status: 'suspended' });
  expect(await hasAppealed()).toBe(false);
  const again = await fan.client.call(makeAppeal, { body: { reason: 'Please read my mail.' } });
  await answer('upheld', again.id);
  expect(await read(fan.id)).toMatchObject({ status: 'active' });
  expect((await historyOf(fan.id))[0]).toEqual(['user.suspension_lifted', 'done']);
  await app.settle();
  const { notifications } = await fan.client.call(listNotifications);
  expect(notifications.map(({ kind }) => kind)).toContain('appeal_dismissed');
  expect(notifications.find(({ kind }) => kind === 'suspension_lifted')?.body).toContain('Reason: We looked again.');
});

it('an appeal closes when the suspension ends, by an admin or on its date', async () => {
  const appealOf = async (fan: Person) => {
    await fan.client.call(makeAppeal, { body: { reason: 'It was not me.' } });
    return async () => {
      const { items } = await admin.client.call(listReports, { query: { kind: 'appeal' } });
      const { id = '', status, answer } = items.find(({ user }) => user.id === fan.id) ?? {};
      return { id, status, answer };
    };
  };
  const [lifted, ended] = [await insertPerson(app), await insertPerson(app)];
  await change(lifted, { suspended: true });
  await change(ended, { suspended: true, suspendedUntil: new Date(Date.now() + 86_400_000).toISOString() });
  const [readLifted, readEnded] = [await appealOf(lifted), await appealOf(ended)];
  await change(lifted, { suspended: false, reason: 'Cleared up' });
  const closed = await readLifted();
  expect(closed).toMatchObject({ status: 'upheld', answer: 'Cleared up' });
  const dismissal = { params: { id: closed.id }, body: { status: 'dismissed' as const, reason: 'No.' } };
  await expect(admin.client.call(decideReport, dismissal)).rejects.toMatchObject({ code: 'conflict' });

  const { sql } = app.context.db;
  await sql`update users set suspended_until = now() - interval '1 second' where id = ${ended.id}`;
  await liftSuspensions(app.context);
  const dismissed = await readEnded();
  expect(dismissed).toMatchObject({ status: 'dismissed', answer: 'The suspension ended before a decision.' });
  const audit = await sql`select action, actor_id, reason from audit_log where target_id = ${dismissed.id}`;
  expect(audit).toEqual([{ action: 'report.dismissed', actorId: null, reason: dismissed.answer }]);

  // An appeal that was sent while the suspension ended is still open.
  await sql`update reports set status = 'open', decided_at = null where id = ${closed.id}`;
  await admin.client.call(decideReport, dismissal);
  await app.settle();
  const kinds = (await lifted.client.call(listNotifications)).notifications.map(({ kind }) => kind);
  expect(kinds).not.toContain('appeal_dismissed');
});

it('a suspension ends an admin’s view of the admin lists', async () => {
  const other = await insertPerson(app, 'admin');
  await other.client.call(listReports, {});
  await change(other, { suspended: true });
  await expect(other.client.call(listReports, {})).rejects.toMatchObject({ code: 'suspended' });
  expect((await other.client.raw('GET', '/api/admin/users.csv')).status).toBe(403);
});

it('the suspension of an admin is lifted or made shorter by two admins, also through an appeal', async () => {
  const [second, suspended] = [await insertPerson(app, 'admin'), await insertPerson(app, 'admin')];
  await change(suspended, { suspended: true });
  const soon = new Date(Date.now() + 60_000).toISOString();
  const shorter = change(suspended, { suspended: true, suspendedUntil: soon });
  await expect(shorter).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  const { id: appealId } = await suspended.client.call(makeAppeal, { body: { reason: 'It was not me.' } });
  const upheld = admin.client.call(decideReport, {
    params: { id: appealId },
    body: { status: 'upheld', reason: 'We looked again.' },
  });
  await expect(upheld).rejects.toMatchObject({ status: 403, message: expect.stringContaining('in Users') });
  const asked = await change(suspended, { suspended: false, reason: 'A mistake' });
  expect(asked).toMatchObject({ status: 'suspended', promotion: { requester: { id: admin.id } } });
  const decide = (client: Person['client']) =>
    client.call(decideApproval, { params: { id: asked.promotion?.id ?? '' }, body: { decision: 'approve' } });
  await expect(decide(admin.client)).rejects.toMatchObject({ code: 'own_decision' });
  await expect(decide(suspended.client)).rejects.toMatchObject({ code: 'suspended' });
  expect(await decide(second.client)).toMatchObject({
    title: expect.stringMatching(/^End of the suspension of admin @/),
  });
  expect(await read(suspended.id)).toMatchObject({ status: 'active', role: 'admin', promotion: null });
  expect((await historyOf(suspended.id)).slice(0, 3).map(([action]) => action)).toEqual([
    'user.suspension_lifted',
    'approval.approved',
    'approval.requested',
  ]);
  const { items } = await admin.client.call(listReports, { query: { kind: 'appeal', status: 'upheld' } });
  expect(items.find(({ id }) => id === appealId)).toMatchObject({ answer: 'A mistake' });
});

it('one admin lifts the suspension of an admin who gets another role at once', async () => {
  const suspended = await insertPerson(app, 'admin');
  await change(suspended, { suspended: true });
  const body = { suspended: false, role: 'user', reason: 'Leaves the team' } as const;
  expect(await admin.client.call(changeAdminUser, { params: { id: suspended.id }, body })).toMatchObject({
    status: 'active',
    role: 'user',
    promotion: null,
  });
});
