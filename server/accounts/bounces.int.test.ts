import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword, register, resendVerification, verifyEmail } from '#contract/accounts.ts';
import { deleteAccount, getSettings } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deliveryReport } from '#testing/delivery-report.ts';
import { mailedToken, readOutbox } from '#testing/outbox.ts';
import { readBounceFiles } from './read-bounce-files.ts';

const secret = 'a secret of the mail provider';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MAIL_WEBHOOK_SECRET: secret } });
});
afterAll(() => app.close());

const password = 'a good password';
let count = 0;
async function person() {
  count += 1;
  const email = `Bounce${count}@example.org`;
  const client = app.client();
  await client.call(register, { body: { email, username: `bounce_${count}`, password } });
  return { email, client };
}

const news = { subject: 'News', text: 'News', html: '<p>News' };

/** Sends one email to the address and returns whether it went out. */
async function mailArrives(email: string, always = false): Promise<boolean> {
  const before = (await readOutbox(app, email)).length;
  count += 1;
  const compose = () => ({ ...news, ...(always ? { always } : {}) });
  const letter = { to: { email, locale: 'en' }, compose, messageId: `news-${count}` };
  await app.context.db.tx((tx) => app.context.mail.send(tx, letter));
  return (await readOutbox(app, email)).length > before;
}

const send = (body: string, type: string, token = secret) =>
  app.client().raw('POST', '/api/mail/bounces', {
    body,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
  });
const problemOf = async (client: Awaited<ReturnType<typeof person>>['client']) =>
  (await client.call(getSettings)).emailProblem;

test('a hard bounce stops all mail except security mail, until the person confirms the email again', async () => {
  const { email, client } = await person();
  const token = await mailedToken(app, email, '/verify-email');
  await client.call(verifyEmail, { body: { token } });
  expect(await problemOf(client)).toBeNull();
  const bounces = [{ address: email.toUpperCase(), type: 'hard', diagnostic: '550 5.1.1 User unknown' }];
  expect(await (await send(JSON.stringify({ bounces }), 'application/json')).json()).toEqual({ recorded: 1 });

  expect(await problemOf(client)).toMatchObject({ answer: '550 5.1.1 User unknown' });
  expect(await mailArrives(email)).toBe(false);
  expect(await mailArrives(email, true)).toBe(true);
  await app.client().call(forgotPassword, { body: { email } });
  expect((await readOutbox(app, email)).at(-1)?.subject).toBe('Choose a new password');

  expect(await client.call(resendVerification)).toEqual({ message: 'A new confirmation link is on its way.' });
  await client.call(verifyEmail, { body: { token: await mailedToken(app, email, '/verify-email') } });
  expect(await problemOf(client)).toBeNull();
  expect(await mailArrives(email)).toBe(true);
  expect(await client.call(resendVerification)).toEqual({ message: 'Your email is already confirmed.' });
});

test('a soft bounce stops nothing, and a complaint does', async () => {
  const [soft, angry] = [await person(), await person()];
  const bounces = [
    { address: soft.email, type: 'soft' },
    { address: angry.email, type: 'complaint' },
  ];
  expect(await (await send(JSON.stringify({ bounces }), 'application/json')).json()).toEqual({ recorded: 1 });
  expect([await mailArrives(soft.email), await mailArrives(angry.email)]).toEqual([true, false]);
  await angry.client.call(deleteAccount, { body: { password } });
  expect(await app.context.db.sql`select 1 from undeliverable_addresses where address = lower(${angry.email})`).toEqual(
    [],
  );
});

test('refuses reports without the secret, unreadable ones, and all of them where no secret is set', async () => {
  const bounces = JSON.stringify({ bounces: [{ address: 'a@example.org', type: 'hard' }] });
  expect((await send(bounces, 'application/json', 'another secret')).status).toBe(401);
  expect((await app.client().raw('POST', '/api/mail/bounces', { body: bounces })).status).toBe(401);
  for (const body of ['{', '{}', '{"bounces":[{"address":"no email","type":"hard"}]}']) {
    expect((await send(body, 'application/json')).status).toBe(400);
  }
  const plain = await startTestApp({ beside: app });
  const answer = await plain.client().raw('POST', '/api/mail/bounces', {
    body: bounces,
    headers: { authorization: 'Bearer ' },
  });
  expect(answer.status).toBe(404);
  await plain.close();
});

test('accepts a delivery status notification only with the tag of the failed email', async () => {
  const { email } = await person();
  const { bounces } = app.context.mail;
  const [mail] = await readOutbox(app, email);
  const tag = mail?.headers.find(({ key }) => key === 'x-delivery-tag')?.value ?? '';
  expect(tag).toBe(await bounces.tagOf(email));

  const forged = deliveryReport({ recipient: email, tag: await bounces.tagOf('attacker@example.org') });
  expect(await (await send(forged, 'message/rfc822')).json()).toEqual({ recorded: 0 });
  const full = deliveryReport({ recipient: email, tag, status: '5.2.2' });
  expect(await (await send(full, 'message/rfc822')).json()).toEqual({ recorded: 0 });
  expect(await mailArrives(email)).toBe(true);
  const forwarded = deliveryReport({ recipient: 'elsewhere@old.example', original: email, tag });
  expect(await (await send(forwarded, 'message/rfc822')).json()).toEqual({ recorded: 1 });
  expect(await mailArrives(email)).toBe(false);
});

test('reads a folder of notifications once', async () => {
  const { email } = await person();
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-bounces-'));
  const tag = await app.context.mail.bounces.tagOf(email);
  await writeFile(join(folder, '1.eml'), deliveryReport({ recipient: email, tag }));
  await writeFile(join(folder, '2.eml'), 'not a notification');
  expect(await readBounceFiles(app.context, folder)).toEqual([email]);
  expect(await mailArrives(email)).toBe(false);
  expect(await readBounceFiles(app.context, folder)).toEqual([]);
  expect((await readdir(join(folder, 'read'))).toSorted()).toEqual(['1.eml', '2.eml']);
  await rm(folder, { recursive: true });
});

test('records an address that the mail server permanently refuses, and retries other refusals', async () => {
  const answers = new Map([
    ['gone@example.org', '5.1.1 User unknown'],
    ['policy@example.org', '5.7.1 Relaying denied'],
  ]);
  let lookups = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      lookups += 1;
      const refusal = answers.get(address);
      done(refusal ? Object.assign(new Error(refusal), { responseCode: 550 }) : null);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.server.address() as AddressInfo).port;
  const node = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const { db, mail } = node.context;
  const refusedAddresses = () => db.sql`select address, diagnostic from undeliverable_addresses`;
  for (const to of answers.keys()) {
    const letter = { to: { email: to, locale: 'en' }, compose: () => news, messageId: `to-${to.replace('@', '-')}` };
    await db.tx((tx) => mail.send(tx, letter));
  }
  await node.settle();
  expect(await refusedAddresses()).toEqual([{ address: 'gone@example.org', diagnostic: '550 5.1.1 User unknown' }]);
  expect(lookups).toBe(2);
  const waiting = await db.sql`
    select data->'payload'->>'to' as to from pgboss.job where data->>'kind' = 'mail' and state in ('created', 'retry')`;
  expect(waiting).toEqual([{ to: 'policy@example.org' }]);
  await node.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
