import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { getHealth, type HealthCheck, listSettings, retryJobs } from '#contract/admin/health.ts';
import { getAdminCounts } from '#contract/admin/moderation.ts';
import { checkBooks } from '#contract/admin/money.ts';
import { version } from '#server/platform/config/project.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { checkAtFirstStart } from './check-at-first-start.ts';
import { readHealth } from './read-health.ts';
import { readRunbook, runbookTitles } from './runbook.ts';

let app: TestApp;
let admin: Person;
let smtp: SMTPServer;
let isRefusing = true;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onConnect: (_session, done) => done(isRefusing ? new Error('We are closed') : undefined),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  app = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  admin = await insertPerson(app, 'admin');
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const read = () => readHealth(app.context);
async function checkOf(id: HealthCheck['id']): Promise<HealthCheck | undefined> {
  return (await read()).checks.find((check) => check.id === id);
}

it('names this process, its version and the parts of the installation', async () => {
  const health = await admin.client.call(getHealth);
  expect(health.version).toBe(version);
  expect(health.nodes).toEqual([
    { host: hostname().slice(0, 30), role: 'all', version, processes: 1, since: expect.any(String) },
  ]);
  const states = Object.fromEntries(health.checks.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({ money: 'ok', redis: app.context.redis ? 'ok' : 'off', nodes: 'ok' });
  // A busy machine may be slow.
  expect(states.database).not.toBe('problem');
  expect(health.money).toEqual({ heldCents: 0, unknownCharges: 0, refundsDue: 0, webhookLagS: null });
  expect(health.disk.totalBytes).toBeGreaterThan(health.disk.freeBytes);
});

it('says what to do about a mail server that refuses us, until it accepts us', async () => {
  const refused = await checkOf('mail');
  expect(refused).toMatchObject({ state: 'problem', runbook: { title: 'The mail server does not answer' } });
  expect(refused?.message).toContain('We are closed');
  isRefusing = false;
  expect(await checkOf('mail')).toMatchObject({ state: 'ok', runbook: null });
});

it('shows the last check of the books', async () => {
  expect(await checkOf('books')).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/^Not checked yet\./),
    runbook: null,
  });
  const { invariants } = await admin.client.call(checkBooks);
  const all = `All ${invariants.length} invariants held`;
  expect(await checkOf('books')).toMatchObject({ state: 'ok', message: `${all} less than an hour ago.` });
  const { sql } = app.context.db;
  await sql`update invariant_checks set checked_at = checked_at - interval '40 hours'`;
  expect(await checkOf('books')).toMatchObject({ state: 'warning', message: `${all}, but that was 40 hours ago.` });
  await sql`insert into invariant_checks (invariants, broken) values (70, '{"the books balance"}')`;
  expect(await checkOf('books')).toMatchObject({
    state: 'problem',
    message: '1 of 70 invariants did not hold less than an hour ago: the books balance.',
    runbook: { title: 'An invariant does not hold' },
  });
  await sql`delete from invariant_checks`;
});

it('checks the books only once automatically, at the first start', async () => {
  const { sql } = app.context.db;
  await checkAtFirstStart(app.context, app.modules);
  await checkAtFirstStart(app.context, app.modules);
  expect(await sql`select broken from invariant_checks`).toEqual([{ broken: [] }]);
  await sql`delete from invariant_checks`;
});

it('lists the settings with their meaning for admins, without their values', async () => {
  const { settings } = await admin.client.call(listSettings);
  expect(settings.find(({ name }) => name === 'SMTP_URL')).toEqual({
    name: 'SMTP_URL',
    description: expect.stringMatching(/^The mail server\./),
    fallback: null,
    isSet: true,
  });
  expect(JSON.stringify(settings)).not.toContain('smtp://127');
  const fan = await insertPerson(app);
  await expect(fan.client.call(listSettings)).rejects.toMatchObject({ status: 403 });
});

it('runs failed jobs again and records who asked', async () => {
  const { db, jobs, mail } = app.context;
  const { sql } = db;
  const compose = () => ({ subject: 'Late', text: 'Late', html: '<p>Late</p>' });
  const to = { email: 'late@example.org', locale: 'en' };
  await db.tx((tx) => mail.send(tx, { to, compose, messageId: 'late-1' }));
  await sql`update pgboss.job set state = 'failed', completed_on = now() where singleton_key = 'mail:late-1'`;
  expect((await read()).jobs).toContainEqual({
    kind: 'mail',
    due: 0,
    later: 0,
    running: 0,
    failed: 1,
    oldestDueAt: null,
    lastFailedAt: expect.any(String),
  });
  const countFailed = async () => (await admin.client.call(getAdminCounts)).jobs.failed;
  expect(await countFailed()).toBe(1);
  expect(await admin.client.call(retryJobs, { body: { kind: 'mail' } })).toEqual({ retried: 1 });
  expect(await countFailed()).toBe(0);
  expect(await admin.client.call(retryJobs, { body: { kind: 'mail' } })).toEqual({ retried: 0 });
  await jobs.drain();
  expect((await read()).jobs.filter(({ kind }) => kind === 'mail')).toEqual([]);
  const { items } = await admin.client.call(listAudit, { query: { action: 'jobs.retried' } });
  expect(items.map(({ target, after }) => ({ target: target.label, after }))).toEqual([
    { target: 'mail', after: { retried: 1 } },
  ]);
});

it('is refused for everyone but admins', async () => {
  const fan = await insertPerson(app);
  await expect(fan.client.call(getHealth)).rejects.toMatchObject({ status: 403 });
  await expect(fan.client.call(retryJobs, { body: { kind: 'mail' } })).rejects.toMatchObject({ status: 403 });
  await expect(app.client().call(getHealth)).rejects.toMatchObject({ status: 401 });
});

it('finds every section of the manual that it shows', async () => {
  for (const title of runbookTitles) {
    expect(await readRunbook(title), title).toMatchObject({ title, text: expect.stringMatching(/^\w.{60}/) });
  }
  expect((await read()).statementsHelp?.text).toContain('create extension pg_stat_statements');
});
