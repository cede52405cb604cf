import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getMail, listMails, mailViewPath } from '#contract/admin/mail-preview.ts';
import { noticeKindsOf } from '#contract/notifications.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

/** Kinds of notices whose mails come only in digests. A new kind needs a sample in `mailSamples` of its module, or a line here. */
const onlyInDigests = [
  'in_production_owner',
  'pool_commented',
  'update_commented',
  'comment_answered',
  'comment_removed',
  'chat_message_removed',
  'thanked',
];

let app: TestApp;
let admin: Person;
let fan: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCALES: 'en,en-XA' } });
  [admin, fan] = [await insertPerson(app, 'admin'), await insertPerson(app)];
});
afterAll(() => app.close());

const view = (who: string, id: string, theme: 'light' | 'dark') =>
  fetch(app.url + mailViewPath(id, theme), { headers: { cookie: `sid=${who}` } });

it('shows admins every email as text and as HTML in both themes', async () => {
  const { mails, from } = await admin.client.call(listMails);
  expect(from).toContain('@');
  expect(mails.length).toBeGreaterThan(50);
  expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length);
  for (const { id, subject } of mails) {
    const { text } = await admin.client.call(getMail, { params: { id } });
    expect([id, subject.length > 5 && text.length > 80]).toEqual([id, true]);
    const html = await (await view(admin.id, id, 'dark')).text();
    expect([id, html.includes('@media all{'), html.includes('<script')]).toEqual([id, true, false]);
  }
  expect(await (await view(admin.id, 'welcome', 'light')).text()).toContain('@media not all{');
});

it('shows them in the languages of the site, with the labels of the list in English', async () => {
  const { mails } = await admin.client.call(listMails, { query: { locale: 'en-XA' } });
  const welcome = mails.find(({ id }) => id === 'welcome');
  expect(welcome).toMatchObject({ when: 'After a sign-up', subject: expect.stringMatching(/^\[.*\]$/) });
  const query = { locale: 'en-XA' };
  const { text } = await admin.client.call(getMail, { params: { id: 'welcome' }, query });
  // The signature's address and the sample's link are the only other lines.
  expect(text.split('\n').filter((line) => /^[A-Z]/.test(line))).toEqual([expect.stringMatching(/^Fanfare · http/)]);
  const headers = { cookie: `sid=${admin.id}` };
  const page = await (await fetch(app.url + mailViewPath('welcome', 'light', 'en-XA'), { headers })).text();
  expect(page).toContain('<html lang="en-XA">');
  const unknown = await admin.client.call(getMail, { params: { id: 'welcome' }, query: { locale: 'de' } });
  expect(unknown.subject).toBe('Welcome to Fanfare');
});

it('leads from every email to pages in its language, except from the link that people open years later', async () => {
  const { mails } = await admin.client.call(listMails, { query: { locale: 'en-XA' } });
  const others: string[] = [];
  for (const { id } of mails) {
    const { text } = await admin.client.call(getMail, { params: { id }, query: { locale: 'en-XA' } });
    for (const [address, path] of text.matchAll(/https?:\/\/[^/\s]+(\/[^\s)]+)/g))
      if (address.startsWith(app.url) && !/^\/(?:en-XA(?:\/|$)|unsubscribe\?)/.test(path ?? ''))
        others.push(`${id}: ${path}`);
  }
  expect(others).toEqual([]);
});

it('has every kind of notice that has a separate mail', async () => {
  const ids = (await admin.client.call(listMails)).mails.map(({ id }) => id);
  const kinds = Object.values(noticeKindsOf).flat();
  expect(kinds.filter((kind) => !ids.includes(kind)).toSorted()).toEqual(onlyInDigests.toSorted());
});

/** Functions in the same files that lay out or send an email which another function writes. */
const notWriters = ['composeMail', 'contactOperator', 'mailNotice', 'notify', 'sendDueDigests'];

it('has every email that a function lays out', () => {
  const files = globSync('server/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') });
  const read = (path: string) => readFileSync(path, 'utf8');
  const writers = files
    .filter(
      (path) => !path.startsWith('server/platform/') && /import \{[^}]*\b(?:renderMail|composeMail)\b/.test(read(path)),
    )
    .flatMap((path) => [...read(path).matchAll(/export (?:async )?function (\w+)/g)].map(([, name = '']) => name))
    .filter((name) => !notWriters.includes(name));
  expect(writers.length).toBeGreaterThan(15);
  const samples = files.filter((path) => /\bMailSample\b/.test(read(path)) && !path.startsWith('server/platform/'));
  const text = samples.map(read).join('\n');
  expect(writers.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it('lets an email be framed by our pages only, where it can run nothing and load only our pictures', async () => {
  const { headers } = await view(admin.id, 'welcome', 'light');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/);
  expect(headers.get('content-security-policy')).toContain(`; img-src ${app.url};`);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

it('is refused for everyone else, and unknown mails are not found', async () => {
  await expect(fan.client.call(listMails)).rejects.toMatchObject({ status: 403 });
  await expect(fan.client.call(getMail, { params: { id: 'welcome' } })).rejects.toMatchObject({ status: 403 });
  expect((await view(fan.id, 'welcome', 'light')).status).toBe(403);
  expect((await view('', 'welcome', 'light')).status).toBe(401);
  await expect(admin.client.call(getMail, { params: { id: 'nothing' } })).rejects.toMatchObject({ status: 404 });
  expect((await view(admin.id, 'nothing', 'dark')).status).toBe(404);
});
