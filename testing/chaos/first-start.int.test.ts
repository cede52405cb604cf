import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { freePort } from '#testing/free-port.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { SmallDisk } from '#testing/small-disk.ts';
import { ServerProcess } from './server-process.ts';

/** The first start of a site, in an empty DATA_DIR: with too little room, killed, and with what an operator gets wrong. */
let home = '';
const isRoot = process.getuid?.() === 0;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-first-'));
});
afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const at = async (dataDir: string, env: Record<string, string> = {}) =>
  new ServerProcess({ dataDir, port: await freePort(), env });

/** Fails unless the site starts, has its tables and stops. */
async function expectStart(dataDir: string, env: Record<string, string> = {}): Promise<void> {
  const server = await at(dataDir, env);
  server.spawn();
  try {
    await server.ready();
    const { code, output } = await server.cli('check');
    expect(code, output).toBe(0);
    await server.stop();
  } finally {
    await server.kill({ database: true });
  }
}

/** Runs the server until it exits. */
async function refusal(env: Record<string, string>, user: { uid?: number } = {}): Promise<string> {
  const child = spawn(process.execPath, [programs.server, '--no-pages'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      ALLOW_SANDBOX_CARDS: '1',
      DEMO_DATA: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: join(home, 'data'),
      ...(user.uid === undefined ? compileCacheEnv : {}),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(code, output).toBe(1);
  return output;
}

for (const megabytes of [8, 40, 55, 75]) {
  it(`starts a new site on a disk of ${megabytes} MB once it has room`, async ({ skip }) => {
    const disk = new SmallDisk(megabytes);
    try {
      skip(!disk.isMounted, 'only root can mount a small disk');
      const dataDir = join(disk.folder, 'data');
      const server = await at(dataDir, { DEMO_DATA: '1' });
      server.spawn();
      // It exits for lack of room, or serves and cannot fill the demo.
      const outcome = await server.ready().catch((error: Error) => error.message);
      if (typeof outcome === 'string') expect(outcome).toContain('has too little room');
      await server.kill({ database: true });
      if (megabytes < 75) expect(typeof outcome).toBe('string');
      disk.resize(1000);
      await expectStart(dataDir);
    } finally {
      disk.unmount();
    }
  }, 180_000);
}

it('starts after it was killed at any moment of the first start', async () => {
  const dataDir = join(home, 'data');
  for (const afterMs of [400, 700, 1000, 1300, 1700, 2200, 2800, 3600]) {
    const server = await at(dataDir, { DEMO_DATA: '1' });
    server.spawn();
    await sleep(afterMs);
    await server.kill();
  }
  await expectStart(dataDir);
  const drafts = (await readdir(dataDir)).filter((name) => /^postgres\.(new|lock\.)/.test(name));
  expect(drafts).toEqual([]);
}, 180_000);

it('creates the database in a folder in which an earlier version could not', async () => {
  const dataDir = join(home, 'data');
  const server = await startEmbeddedPostgres({ dataDir });
  const other = openDatabase(server.url.replace(/[^/]+$/, 'postgres'), { log: pino({ level: 'silent' }), max: 1 });
  await other.sql`drop database fanfare`;
  await other.close();
  await server.stop();
  await expectStart(dataDir);
}, 120_000);

const driverOptions = [
  'ssl',
  'data',
  'max',
  'service',
  ['target', 'session', 'attrs'].join(''),
  'connect_timeout',
  ['ssl', 'negotiation'].join(''),
];

it('ignores the variables of other PostgreSQL servers', async () => {
  await expectStart(join(home, 'data'), {
    PGOPTIONS: '-c nonsense=1',
    PGSSLMODE: 'require',
    PGHOST: 'db.example.org',
    PGPORT: '1',
    PGUSER: 'stranger',
    PGDATABASE: 'elsewhere',
    // The drivers read each of their options from such a variable.
    ...Object.fromEntries(driverOptions.map((name) => [`PG${name.toUpperCase()}`, 'nonsense'])),
  });
}, 120_000);

it('names the port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const sentence = `Could not start: Port ${port} is in use by another program. Set PORT.`;
  expect(await refusal({ PORT: String(port) })).toContain(sentence);
  expect(await refusal({ PORT: String(port), WEB_PROCESSES: '2' })).toContain(sentence);
  other.close();
}, 120_000);

it.runIf(isRoot)(
  'names the folder that it may not use, its owner and its own user',
  async () => {
    const dataDir = join(home, 'data');
    await chmod(home, 0o755);
    await mkdir(dataDir, { mode: 0o755 });
    const stranger = { uid: 65534, gid: 65534 };
    const name = execFileSync('id', ['-un', '65534']).toString().trim();
    const sentence = (folder: string, mode: string) =>
      `Could not start: ${folder} belongs to root (0) with mode ${mode}, and this command runs as ${name} (65534)`;
    expect(await refusal({}, stranger)).toContain(sentence(dataDir, '0755'));
    // As after a start with sudo.
    await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
    expect(await refusal({}, stranger)).toContain(sentence(join(dataDir, 'postgres'), '0700'));
    await chmod(dataDir, 0o700);
    expect(await refusal({}, stranger)).toContain(sentence(dataDir, '0700'));
  },
  120_000,
);
