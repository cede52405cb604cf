import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';

// cspell:ignore Grüße

let database: TestDatabase;
let folder: string;
const running: Platform[] = [];
const logged: string[] = [];

async function platformWith(
  env: Record<string, string>,
  defineJobs: (jobs: Platform['jobs']) => void = () => undefined,
): Promise<Platform> {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, DATA_DIR: folder, ...env });
  const platform = openPlatform(
    config,
    database.url,
    createLogger('info', { write: (line) => void logged.push(line) }),
  );
  defineJobs(platform.jobs);
  await platform.jobs.start();
  running.push(platform);
  return platform;
}

async function stopAll(): Promise<void> {
  for (const platform of running.splice(0)) {
    await platform.jobs.stop();
    await platform.db.close();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fanfare-mail-'));
});

afterAll(async () => {
  await stopAll();
  await database.drop();
  await rm(folder, { recursive: true });
});

const content = {
  subject: 'Grüße ✨',
  text: 'Follow http://localhost:3000/verify?token=abc now',
  html: '<p>Follow <a href="http://localhost:3000/verify?token=abc">this</a></p>',
};
const letter = { to: { email: 'mika@example.com', locale: 'en' }, compose: () => content, messageId: 'verify-1' };

test('writes each email once to a file without a mail server, and logs its links', async () => {
  const { mail, jobs, db } = await platformWith({ BRAND_NAME: 'Grüße, "all"' });
  await db.tx((tx) => mail.send(tx, letter));
  // An earlier version stored emails in another queue.
  await db.tx((tx) =>
    jobs.enqueue(tx, { kind: 'mail', queue: 'fast' }, { ...content, to: letter.to.email, messageId: 'verify-2' }),
  );
  await jobs.drain();
  await db.tx((tx) => mail.send(tx, letter));
  await jobs.drain();
  const names = await readdir(join(folder, 'outbox'));
  expect(names).toHaveLength(2);
  const parsed = await PostalMime.parse(await readFile(join(folder, 'outbox', names[0] ?? '')));
  expect(parsed).toMatchObject({
    from: { name: 'Grüße, "all"', address: 'no-reply@localhost' },
    subject: content.subject,
    to: [{ address: letter.to.email }],
  });
  expect(parsed.html).toContain('token=abc');
  expect(logged.filter((line) => line.includes('verify?token=abc'))).toHaveLength(2);
  const to = { email: 'a@b.example\r\nBcc: all@b.example', locale: 'en' };
  await expect(db.tx((tx) => mail.send(tx, { ...letter, to }))).rejects.toThrow('line break');
  await stopAll();
});

test('sends after the commit, not after a rollback, and retries while the mail server refuses', {
  timeout: 20_000,
}, async () => {
  const received: string[] = [];
  let refusals = 1;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      refusals -= 1;
      done(refusals >= 0 ? Object.assign(new Error('later'), { responseCode: 451 }) : null);
    },
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk;
      });
      stream.on('end', () => {
        received.push(raw);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const { mail, jobs, db } = await platformWith({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const rolledBack = db.tx(async (tx) => {
    await mail.send(tx, { ...letter, messageId: 'never' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await db.tx((tx) => mail.send(tx, { ...letter, messageId: 'welcome-7' }));
  await jobs.drain();
  expect(received).toHaveLength(0);
  await expect.poll(() => received.length, { timeout: 8000 }).toBe(1);
  expect(received[0]).toContain('Message-ID: <welcome-7@localhost>');
  await stopAll();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('delays only emails while the mail server accepts connections and says nothing', { timeout: 20_000 }, async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let isFactHandled = false;
  let fact: JobKind<undefined> = { kind: 'fact', queue: 'fast' };
  const { mail, jobs, db } = await platformWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }, ({ define }) => {
    fact = define<undefined>(fact.kind, async () => {
      isFactHandled = true;
    });
  });
  await db.tx(async (tx) => {
    for (let index = 0; index < 20; index += 1) await mail.send(tx, { ...letter, messageId: `silent-${index}` });
  });
  // As many as are sent at once.
  await expect.poll(() => sockets.size, { timeout: 5000 }).toBe(6);
  await db.tx((tx) => jobs.enqueue(tx, fact, undefined));
  await expect.poll(() => isFactHandled, { timeout: 5000 }).toBe(true);
  server.close();
  for (const socket of sockets) socket.destroy();
  await stopAll();
});
