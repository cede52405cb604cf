import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { contactOperator, getOperator } from '#contract/admin/operator.ts';
import { changeOperator, getSetup, hideSetup, sendTestMail } from '#contract/admin/setup.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeUnclaimedProfile } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_NAME: 'Brass Band Ltd' } });
  admin = await insertPerson(app, 'admin');
});
afterAll(() => app.close());

async function stepOf(id: string) {
  const { steps } = await admin.client.call(getSetup);
  return steps.find((step) => step.id === id);
}

it('lists the open steps of a fresh installation, with what to do', async () => {
  const { steps, hidden } = await admin.client.call(getSetup);
  expect(hidden).toBe(false);
  const states = Object.fromEntries(steps.map(({ id, done }) => [id, done]));
  expect(states).toEqual({
    operator: false,
    mail: false,
    cards: app.context.processors.all.every(({ testMode }) => !testMode),
    records: true,
    categories: true,
    creator: false,
    backup: false,
  });
  expect((await stepOf('operator'))?.message).toBe(
    'The legal pages and Contact us don’t show a postal address or an email address yet.',
  );
  expect((await stepOf('mail'))?.runbook?.title).toBe('Set up email');
  expect((await stepOf('backup'))?.runbook?.title).toBe('Set up backups');
});

describe('the operator’s details', () => {
  it('are stored, shown to everyone and audited', async () => {
    const address = '1 Harbour Street\nPortland, ME';
    await admin.client.call(changeOperator, { body: { address, email: 'office@band.example' } });
    expect(await app.client().call(getOperator)).toMatchObject({
      name: 'Brass Band Ltd',
      address,
      email: 'office@band.example',
    });
    expect(await stepOf('operator')).toMatchObject({ done: true });
    const { items } = await admin.client.call(listAudit, { query: { action: 'operator.changed' } });
    expect(items.map(({ target, before, after }) => ({ label: target.label, before, after }))).toEqual([
      {
        label: 'Operator',
        before: { address: null, email: null },
        after: { address, email: 'office@band.example' },
      },
    ]);
  });

  it('receive the contact form', async () => {
    const body = { name: 'Mika', email: 'mika@example.org', subject: 'Hello', message: 'Hi.', website: '' };
    await app.client().call(contactOperator, { body });
    expect(await readOutbox(app, 'office@band.example')).toHaveLength(1);
  });

  it('write no audit row without a change, and keep absent fields', async () => {
    await admin.client.call(changeOperator, { body: { email: 'office@band.example' } });
    const { operator } = await admin.client.call(changeOperator, { body: {} });
    expect(operator.address.value).toContain('Portland');
    const { items } = await admin.client.call(listAudit, { query: { action: 'operator.changed' } });
    expect(items).toHaveLength(1);
  });

  it('cannot replace a setting of the server', async () => {
    const { operator } = await admin.client.call(getSetup);
    expect(operator.name).toEqual({ value: 'Brass Band Ltd', setting: 'OPERATOR_NAME' });
    await expect(admin.client.call(changeOperator, { body: { name: 'Other' } })).rejects.toMatchObject({
      status: 400,
      fields: { name: expect.stringContaining('OPERATOR_NAME') },
    });
  });

  it.each([
    [{ address: 'x' }, 'address'],
    [{ address: '🎺🥁🎷' }, 'address'],
    [{ address: 'x'.repeat(301) }, 'address'],
    [{ email: 'office' }, 'email'],
  ])('refuse %j', async (body, field) => {
    await expect(admin.client.call(changeOperator, { body })).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    });
  });

  it('can be cleared', async () => {
    await admin.client.call(changeOperator, { body: { email: '' } });
    expect((await app.client().call(getOperator)).email).toBe(null);
    expect(await stepOf('operator')).toMatchObject({ done: false });
  });
});

it('hides the checklist for all admins and shows it again, with audit rows', async () => {
  expect(await admin.client.call(hideSetup, { body: { hidden: true } })).toMatchObject({ hidden: true });
  await admin.client.call(hideSetup, { body: { hidden: true } });
  expect(await admin.client.call(hideSetup, { body: { hidden: false } })).toMatchObject({ hidden: false });
  const { items } = await admin.client.call(listAudit, { query: { targetKind: 'operator', sort: 'newest' } });
  expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['setup.shown', 'setup.hidden']);
});

it('writes the test email to the outbox without a mail server, which counts for nothing', async () => {
  const { message } = await admin.client.call(sendTestMail);
  expect(message).toMatch(/^No mail server is set up/);
  expect((await readOutbox(app)).map(({ subject }) => subject)).toContain('Test email from Fanfare');
  expect(await stepOf('mail')).toMatchObject({ done: false });
});

it('knows the first creator and the first backup', async () => {
  const { sql } = app.context.db;
  await makeUnclaimedProfile(app);
  expect(await stepOf('creator')).toMatchObject({ done: true });
  await sql`insert into backups (id, taken_at, bytes, sha256, encrypted, verified)
    values (gen_random_uuid(), now(), 1, repeat('0', 64), true, true)`;
  expect(await stepOf('backup')).toMatchObject({ done: true, runbook: null });
  await sql`delete from backups`;
});

it('is refused for everyone but admins', async () => {
  const fan = await insertPerson(app);
  for (const call of [getSetup, sendTestMail]) {
    await expect(fan.client.call(call)).rejects.toMatchObject({ status: 403 });
    await expect(app.client().call(call)).rejects.toMatchObject({ status: 401 });
  }
  await expect(fan.client.call(changeOperator, { body: { name: 'Me' } })).rejects.toMatchObject({ status: 403 });
  await expect(fan.client.call(hideSetup, { body: { hidden: true } })).rejects.toMatchObject({ status: 403 });
});

it('sends a real test email, or says why the mail server refuses', async () => {
  let closed = true;
  let isSenderAllowed = false;
  const received: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onConnect: (_session, done) => done(closed ? new Error('We are closed') : undefined),
    onMailFrom: (_address, _session, done) => done(isSenderAllowed ? undefined : new Error('Sender not allowed')),
    onData: (stream, _session, done) => {
      stream.on('data', (part: Buffer) => received.push(part.toString())).on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const mailing = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  try {
    const other = await insertPerson(mailing, 'admin');
    const mailStep = async () => (await other.client.call(getSetup)).steps.find(({ id }) => id === 'mail');
    await expect(other.client.call(sendTestMail)).rejects.toMatchObject({
      code: 'mail_server_unavailable',
      status: 503,
      message: expect.stringContaining('We are closed'),
    });
    closed = false;
    await expect(other.client.call(sendTestMail)).rejects.toMatchObject({
      message: expect.stringContaining('Sender not allowed'),
    });
    expect(await mailStep()).toMatchObject({ done: false });
    isSenderAllowed = true;
    expect((await other.client.call(sendTestMail)).message).toMatch(/^The mail server accepted the email/);
    expect(received.join('')).toContain('Test email from Fanfare');
    expect(await mailStep()).toMatchObject({ done: true });
  } finally {
    await mailing.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  }
});
