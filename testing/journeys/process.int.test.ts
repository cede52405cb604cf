import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { administer, createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';

/** The server process: health endpoints, command line, start and stop. */
let dataDir = '';
let port = 0;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-process-'));
  port = await freePort();
  server = new ServerProcess({ dataDir, port, env: { LOG_LEVEL: 'info', METRICS_TOKEN: 'a-token-of-sixteen-signs' } });
  server.spawn();
  await server.ready();
}, 120_000);
afterAll(async () => {
  await server.kill({ database: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Starts a registration request and holds back its last byte. */
function beginSlowly(username: string): { finish: () => Promise<number> } {
  const body = JSON.stringify({ email: `${username}@example.org`, username, password: 'correct horse 9' });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const sending: ClientRequest = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/register', headers });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject).on('response', (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  answered.catch(() => undefined);
  sending.write(body.slice(0, -1));
  return {
    finish: () => {
      sending.end(body.slice(-1));
      return answered;
    },
  };
}

const connected = (socket: Socket) =>
  new Promise<Socket>((resolve, reject) => socket.on('error', reject).on('connect', () => resolve(socket)));

it('answers /healthz and /readyz, and /metrics only with the token', async () => {
  const read = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers });
  expect(await (await read('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await read('/readyz')).json()).toEqual({ status: 'ready' });
  expect((await read('/metrics')).status).toBe(403);
  expect((await read('/metrics', { authorization: 'Bearer a-token-of-another-sort' })).status).toBe(403);
  const metrics = await read('/metrics', { authorization: 'Bearer a-token-of-sixteen-signs' });
  const text = await metrics.text();
  expect(metrics.headers.get('content-type')).toContain('text/plain');
  for (const name of [
    'fanfare_jobs_waiting',
    'fanfare_jobs_failed',
    'process_resident_memory_bytes',
    'nodejs_eventloop',
  ]) {
    expect(text).toContain(name);
  }
});

it('finds the files beside its sources, because the bundle is in another folder', async () => {
  for (const [path, type] of [
    ['/share/site.jpg', 'image/jpeg'],
    ['/sandbox/fonts/display.woff2', 'font/woff2'],
  ]) {
    const answer = await fetch(`${server.url}${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
});

it('refuses to start a second server on the same folder and logs the reason', async () => {
  const second = new ServerProcess({ dataDir, port: await freePort() });
  second.spawn();
  await expect(second.ready()).rejects.toThrow(/in use by process/);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
});

it('runs `cli check` while the server runs', async () => {
  const { code, output } = await server.cli('check');
  expect(output).toMatch(/All \d+ invariants hold/);
  // Missing settings are only a warning; the exit code reports the data.
  expect(output).toMatch(/^warn OPERATOR_NAME is not set\. The legal pages name Fanfare, not the person or company/m);
  expect(output).toMatch(/^warn OPERATOR_ADDRESS is not set\./m);
  expect(output).toMatch(/^warn OPERATOR_EMAIL is not set\./m);
  expect(code).toBe(0);
});

it('creates no admin without a password when the standard input has ended', async () => {
  const { code, output } = await server.cli('create-admin', 'late@example.org');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('late@example.org: password needed') });
});

it('rotates nothing for an option that does not exist', async () => {
  const before = await (await fetch(`${server.url}/api/transparency`)).text();
  for (const option of ['--help', '--forget', '--forget-old more']) {
    const { code, output } = await server.cli('rotate-secret', 'ledger_key', ...option.split(' '));
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining('perhaps --forget-old') });
  }
  expect(await (await fetch(`${server.url}/api/transparency`)).text()).toBe(before);
});

it.runIf(existsSync('/dev/full'))('serves although its log cannot be written', async () => {
  const database = await createTestDatabase();
  const ownPort = await freePort();
  // Every write to this device fails as on a full disk.
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [programs.server, '--no-pages'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...compileCacheEnv,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(ownPort),
      DEMO_DATA: '0',
    },
    stdio: ['ignore', full, full],
  });
  try {
    const status = async () => {
      const answer = await fetch(`http://127.0.0.1:${ownPort}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.status ?? child.exitCode;
    };
    await expect.poll(status, { timeout: 45_000 }).toBe(200);
    // Each of these writes a line to the log.
    for (let count = 0; count < 5; count += 1)
      expect((await fetch(`http://127.0.0.1:${ownPort}/api/nothing-here`)).status).toBe(404);
    expect(await status()).toBe(200);
    // The first start checks the books.
    const booksChecked = async () => {
      let checks: unknown;
      await administer(database.url, async (sql) => {
        checks = await sql`select broken from invariant_checks`;
      });
      return checks;
    };
    await expect.poll(booksChecked, { timeout: 30_000 }).toEqual([{ broken: [] }]);
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
    closeSync(full);
    await database.drop();
  }
});

it('finishes open requests on SIGTERM, starts no new ones, and exits with 0', async () => {
  const slow = [beginSlowly('slow_one'), beginSlowly('slow_two')];
  // Idle connections and open sockets must not delay the exit.
  const idle = await connected(connect(port, '127.0.0.1'));
  idle.on('error', () => undefined);
  const live = io(`${server.url}/live`, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => live.on('connect', () => resolve()).on('connect_error', reject));
  const disconnected = new Promise((resolve) => live.on('disconnect', resolve));
  await sleep(300);
  const ending = server.stop();
  await sleep(150);
  const ready = await fetch(`${server.url}/readyz`).catch(() => undefined);
  if (ready) expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  await sleep(400);
  expect(await Promise.all(slow.map(({ finish }) => finish()))).toEqual([201, 201]);
  await disconnected;
  const { code, ms } = await ending;
  expect(code).toBe(0);
  expect(ms).toBeLessThan(25_000);
  idle.destroy();
  expect(server.output).not.toMatch(/"level":"(error|fatal)"/);
});

it('keeps its data over a restart', async () => {
  server.spawn();
  await server.ready();
  const taken = await fetch(`${server.url}/api/check-username?username=slow_one`);
  expect(await taken.json()).toEqual({ available: false });
});
