import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '#server/accounts/create-admin.ts';
import type { Line } from '#server/health/checkup.ts';
import { storeImage } from '#server/media/store-image.ts';
import { startTestApp, type TestApp, testRedisUrl } from '#testing/app.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { startTestIssuer, type TestIssuer } from '#testing/servers/oidc.ts';
import { hasPgBouncer, PgBouncer } from '#testing/servers/pgbouncer.ts';

let app: TestApp;
let smtp: SMTPServer;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  app = await startTestApp({ env: issuer.env });
  issuer.open(app.url);
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === 'us' && password === 'right') done(null, { user: 'us' });
      else done(new Error('Invalid login'));
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await app.close();
  await issuer.close();
});

const mailUrl = (password: string) => `smtp://us:${password}@127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;

function runCli(env: Record<string, string>, ...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const all = { ...compileCacheEnv, ...env };
    execFile(process.execPath, [programs.cli, 'doctor', ...args], { env: all }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}

/** Runs the doctor beside the app. Returns its lines by "area: name". */
async function examine(env: Record<string, string> = {}): Promise<{ code: number; lines: Map<string, Line> }> {
  const { code, text } = await runCli(
    {
      NODE_ENV: 'production',
      ALLOW_SANDBOX_CARDS: '1',
      PUBLIC_URL: app.url,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.context.config.dataDir,
      DISK_RESERVE: '0MB',
      SMTP_URL: mailUrl('right'),
      RECORDS_KEY: app.context.config.performerRecords.key ?? '',
      ...(testRedisUrl ? { REDIS_URL: testRedisUrl } : {}),
      ...issuer.env,
      ...env,
    },
    '--json',
  );
  const lines = JSON.parse(text) as Line[];
  return { code, lines: new Map(lines.map((line) => [`${line.area}: ${line.name}`, line])) };
}

test('finds the parts of a running installation in order, and no admin yet', async () => {
  await app.context.db.tx((tx) =>
    app.context.mail.send(tx, {
      to: { email: 'a@example.org', locale: 'en' },
      compose: () => ({ subject: 'a', text: 'a', html: 'a' }),
      messageId: 'doctor-1',
    }),
  );
  await app.settle();
  const { code, lines } = await examine();
  const good = [
    'Settings: Configuration',
    'Settings: Environment',
    'Site: Answer',
    'Site: Readiness',
    'Mail: Mail server',
    'Storage: File folder',
    'Database: Version',
    'Database: Migrations',
    'Database: Clock',
    'People: Demo data',
    'Services: Workers',
    'Services: Google sign-in',
    'Money: Unsettled movements',
    'Money: Invariants',
    ...(testRedisUrl ? ['Services: Redis'] : []),
  ];
  expect(good.map((name) => [name, lines.get(name)?.state])).toEqual(good.map((name) => [name, 'ok']));
  expect(lines.get('People: Admin')).toMatchObject({ state: 'problem' });
  expect(lines.get('Backups: Newest backup')).toMatchObject({ state: 'problem' });
  expect(lines.get('Money: Card processor')).toMatchObject({ state: 'problem' });
  expect(code).toBe(1);
});

test('names every fault of the legal texts', async () => {
  const legal = await mkdtemp(join(tmpdir(), 'fanfare-doctor-legal-'));
  const read = async () => (await examine({ LEGAL_FOLDER: legal })).lines.get('Settings: Legal pages');
  expect(await read()).toMatchObject({ state: 'warning', message: expect.stringContaining('no translation') });
  await mkdir(join(legal, 'de'));
  await writeFile(join(legal, 'de/ccpa.md'), 'Translates: 2026-11-21\n\n## CCPA\n\nCCPA\n');
  expect(await read()).toMatchObject({ state: 'ok', message: 'LEGAL_FOLDER has 1 translation.' });
  await writeFile(join(legal, 'de/terms.md'), '');
  expect(await read()).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('no legal page has this name'),
  });
  await rm(legal, { recursive: true });
});

test('names another file folder, a guessable admin, demo accounts, a refused mail password and a lost provider', async () => {
  const { context } = app;
  await createAdmin(context, { email: 'safe@example.org', password: 'a-long-and-rare-one' });
  const [{ id: ownerId } = { id: '' }] = await context.db.sql<{ id: string }[]>`select id from users limit 1`;
  await storeImage(context, { ownerId, data: await readFile('web/public/icon-192.png') });
  const { lines: safe } = await examine();
  expect(safe.get('Storage: Known files')).toMatchObject({ state: 'ok' });
  expect(safe.get('People: Admin')).toMatchObject({ state: 'ok', message: '1 admin can sign in.' });

  await createAdmin(context, { email: 'boss@demo.fanfare.example', password: 'changeme123' });
  const elsewhere = await mkdtemp(join(tmpdir(), 'fanfare-doctor-'));
  const { lines } = await examine({
    SMTP_URL: mailUrl('wrong'),
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
    DATA_DIR: elsewhere,
  });
  await rm(elsewhere, { recursive: true });
  expect(lines.get('Storage: Known files')).toMatchObject({ state: 'problem' });
  expect(lines.get('People: Admin')?.message).toContain('@boss');
  expect(lines.get('People: Demo data')?.message).toContain('1 demo account with');
  expect(lines.get('Mail: Mail server')?.message).toContain('Invalid login');
  expect(lines.get('Mail: Mail server')?.message).not.toContain('wrong');
  expect(lines.get('Services: Google sign-in')?.state).toBe('problem');
});

test('names an address that another server answers, and a database that does not answer', async () => {
  const other = createServer((_request, response) => response.end('<h1>Welcome to nginx</h1>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { lines, code } = await examine({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none',
  });
  await new Promise((resolve) => other.close(resolve));
  expect(lines.get('Site: Answer')?.message).toContain('not from this product');
  expect(lines.get('Database: Connection')).toMatchObject({ state: 'problem' });
  expect(JSON.stringify([...lines])).not.toContain('secret');
  expect(code).toBe(1);
});

test('names a DATA_DIR without a database, and creates nothing there', async () => {
  const home = await mkdtemp(join(tmpdir(), 'fanfare-doctor-'));
  const dataDir = join(home, 'typo');
  const { lines, code } = await examine({ DATABASE_URL: '', DATA_DIR: dataDir });
  expect(lines.get('Database: Connection')).toMatchObject({
    state: 'problem',
    message: expect.stringContaining(`${join(dataDir, 'postgres')} does not exist; check DATA_DIR.`),
  });
  expect(code).toBe(1);
  expect(await readdir(home)).toEqual([]);
  await rm(home, { recursive: true });
});

test.skipIf(!hasPgBouncer)('says what a pooler in transaction mode needs', async () => {
  const { sql } = app.context.db;
  const place = { DATABASE_DIRECT_URL: app.databaseUrl };
  const withPooler = async (env: Record<string, string>) => {
    const pooler = await PgBouncer.start(app.databaseUrl, 2);
    const { lines } = await examine({ DATABASE_URL: pooler.url, ...env });
    await pooler.stop();
    return lines;
  };
  expect((await withPooler({})).get('Database: Connection')).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('set DATABASE_DIRECT_URL, too.'),
  });
  expect((await withPooler(place)).get('Database: Pooler')).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('lack idle_in_transaction_session_timeout, statement_timeout'),
  });
  const role = `alter role fanfare in database ${new URL(app.databaseUrl).pathname.slice(1)}`;
  await sql.unsafe(`${role} set timezone = 'UTC'; ${role} set statement_timeout = '30s'`);
  await sql.unsafe(`${role} set idle_in_transaction_session_timeout = '60s'`);
  expect((await withPooler(place)).get('Database: Pooler')).toMatchObject({ state: 'ok' });
});

test('lists invalid settings instead of failing, as JSON and as text', async () => {
  const broken = { PORT: 'abc', PUBLIC_URL: 'fans.example' };
  const json = await runCli(broken, '--json');
  expect(JSON.parse(json.text)).toMatchObject([
    { name: 'Configuration', state: 'problem', message: expect.stringContaining('PORT') },
    { name: 'Configuration', state: 'problem', message: expect.stringContaining('PUBLIC_URL') },
  ]);
  const text = await runCli(broken);
  expect(text.code).toBe(1);
  expect(text.text).toContain('2 problems and 0 warnings. Fix the problems before you take money.');
});
