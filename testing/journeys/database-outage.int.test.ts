import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChatSocket } from '#testing/chaos/chat-socket.ts';
import { killPostmaster } from '#testing/chaos/database-storm.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';

/** The server without its database: what it answers during the outage, and what resumes afterwards. */
const folders: string[] = [];
const servers: ServerProcess[] = [];
const sockets: Socket[] = [];
const databases: TestDatabase[] = [];

async function open(env: Record<string, string> = {}): Promise<{ server: ServerProcess; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-outage-'));
  folders.push(dataDir);
  const server = new ServerProcess({ dataDir, port: await freePort(), env });
  servers.push(server);
  return { server, dataDir };
}

let embedded: Awaited<ReturnType<typeof open>>;

beforeAll(async () => {
  embedded = await open({ METRICS_TOKEN: 'a-token-of-sixteen-signs' });
  embedded.server.spawn();
  await embedded.server.ready();
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.close();
  for (const server of servers) await server.kill({ database: true });
  for (const database of databases) await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}, 60_000);

const read = (server: ServerProcess, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(25_000) });

async function post(server: ServerProcess, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The cookie of a new account. */
async function register(server: ServerProcess, username: string): Promise<string> {
  const answer = await post(server, '/api/register', {
    email: `${username}@example.org`,
    username,
    password: 'correct horse 9',
  });
  expect(answer.status).toBe(201);
  return (
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('sid='))
      ?.split(';')[0] ?? ''
  );
}

async function connect(server: ServerProcess, cookie: string): Promise<Socket> {
  const socket = openChatSocket(server.url, cookie);
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  expect(await socket.timeout(5000).emitWithAck('join_room', 'Comedy')).toMatchObject({ ok: true });
  return socket;
}

/** After an outage, the server disconnects each socket, which may have missed broadcasts. */
const nextBreak = (socket: Socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve));

/** Without this file PostgreSQL does not start; with it back, it recovers. */
const controlFile = (dataDir: string) => join(dataDir, 'postgres', 'global', 'pg_control');
const hide = (dataDir: string) => rename(controlFile(dataDir), `${controlFile(dataDir)}.hidden`);
const bringBack = (dataDir: string) => rename(`${controlFile(dataDir)}.hidden`, controlFile(dataDir));

async function takeDatabaseAway({ server, dataDir }: typeof embedded): Promise<void> {
  await hide(dataDir);
  process.kill((await server.postmaster()) ?? 0, 'SIGKILL');
  await expect.poll(async () => (await read(server, '/readyz')).status).toBe(503);
}

const countMails = async (dataDir: string) =>
  (await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml')).length;

it('answers 503 while the embedded database is down, and resumes afterwards', async () => {
  const { server, dataDir } = embedded;
  const cookie = await register(server, 'steady_fan');
  await expect.poll(() => countMails(dataDir)).toBe(1);
  const socket = await connect(server, cookie);
  const broken = nextBreak(socket);
  await takeDatabaseAway(embedded);

  const calls = await Promise.all(Array.from({ length: 40 }, () => read(server, '/api/user', { cookie })));
  for (const call of calls) {
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await call.json()).toEqual({ code: 'unavailable', message: expect.stringContaining('try again') });
  }
  expect(await (await read(server, '/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await read(server, '/readyz')).json()).toEqual({ status: 'the database does not answer' });
  const metrics = await read(server, '/metrics', { authorization: 'Bearer a-token-of-sixteen-signs' });
  expect(await metrics.text()).toContain('fanfare_jobs_waiting Nan');
  const refused = await socket.timeout(5000).emitWithAck('send_room_message', message('first'));
  expect(refused).toMatchObject({ error: { code: 'unavailable', retryAfterMs: 2000 } });
  expect(socket.connected).toBe(true);

  await bringBack(dataDir);
  await server.ready();
  expect(await (await read(server, '/api/user', { cookie })).json()).toMatchObject({ username: 'steady_fan' });
  // The socket reconnects automatically and catches up.
  await broken;
  await expect.poll(() => socket.connected).toBe(true);
  const stored = await socket.timeout(5000).emitWithAck('send_room_message', message('first'));
  expect(stored).toMatchObject({ content: 'Message first', seq: expect.any(Number) });
  expect((await post(server, '/api/forgot-password', { email: 'steady_fan@example.org' })).status).toBe(200);
  await expect.poll(() => countMails(dataDir)).toBe(2);
}, 120_000);

const message = (nonce: string) => ({
  roomId: 'Comedy',
  content: `Message ${nonce}`,
  type: 'category',
  parentMessageId: null,
  nonce,
});

it('shows people a self-contained error page in their theme', async () => {
  const { server, dataDir } = embedded;
  await takeDatabaseAway(embedded);
  const page = await read(server, '/sandbox/checkout/none', { accept: 'text/html', cookie: 'theme=dark' });
  const html = await page.text();
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).toContain('data-theme="dark"');
  expect(html).toContain('back in a moment');
  expect(html).not.toMatch(/<link|<img|src=|url\(|https?:/);
  const nonce = /script-src 'nonce-([\w-]+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);

  const form = await fetch(`${server.url}/sandbox/checkout/none/complete`, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'cardNumber=4242',
  });
  expect(form.status).toBe(503);
  const formHtml = await form.text();
  expect(formHtml).toContain('nothing is charged twice');
  // The page must not reload automatically: that would be a GET of a URL that accepts only POST.
  expect(formHtml).not.toContain('<script');

  const program = await read(server, '/sandbox/checkout/none', { accept: 'application/json' });
  expect(program.status).toBe(503);
  expect(await program.json()).toMatchObject({ code: 'unavailable' });
  await bringBack(dataDir);
  await server.ready();
}, 120_000);

it('stops cleanly on SIGTERM while the database cannot be started', async () => {
  const { server, dataDir } = embedded;
  await takeDatabaseAway(embedded);
  const { code } = await server.stop();
  expect(code, server.output.slice(-3000)).toBe(0);
  await expect(stat(join(dataDir, 'postgres.lock'))).rejects.toThrow('ENOENT');
  await bringBack(dataDir);
  server.spawn();
  await server.ready();
}, 120_000);

it('exits with an error and logs the reason after the database has failed too often', async () => {
  const { server, dataDir } = embedded;
  await takeDatabaseAway(embedded);
  expect(await server.ended()).toBe(1);
  expect(server.output).toMatch(/"level":"fatal".*"restarts":8.*the embedded database keeps exiting/);
  await bringBack(dataDir);
  server.spawn();
  await server.ready();
  expect(await server.cli('check')).toMatchObject({ code: 0 });
}, 180_000);

it('survives a second crash of the database during recovery from the first', async () => {
  const { server } = embedded;
  await killPostmaster(server, 2);
  await server.ready();
  expect((await read(server, '/api/check-username?username=nobody_yet')).status).toBe(200);
}, 120_000);

it('does the same when an external database stops and when the network drops all packets', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const { server } = await open({ DATABASE_URL: proxy.url });
  server.spawn();
  await server.ready();
  const cookie = await register(server, 'distant_fan');
  const socket = await connect(server, cookie);
  const isMe = async () => (await read(server, '/api/user', { cookie })).status;

  const refused = nextBreak(socket);
  await proxy.refuse();
  await expect.poll(isMe).toBe(503);
  expect((await read(server, '/readyz')).status).toBe(503);
  await proxy.open();
  await server.ready();
  expect(await isMe()).toBe(200);
  await refused;
  await expect.poll(() => socket.connected).toBe(true);

  const swallowed = nextBreak(socket);
  proxy.swallow();
  // These requests wait in the connection pool until the server detects the silence.
  const hanging = await Promise.all(Array.from({ length: 30 }, isMe));
  expect(new Set(hanging)).toEqual(new Set([503]));
  expect(await isMe()).toBe(503);
  await proxy.open();
  await server.ready();
  await expect.poll(isMe).toBe(200);
  await swallowed;
  await expect.poll(() => socket.connected).toBe(true);
  expect(await socket.timeout(5000).emitWithAck('send_room_message', message('far'))).toMatchObject({
    content: 'Message far',
  });
  expect(await server.stop()).toMatchObject({ code: 0 });
  await proxy.refuse();
}, 180_000);
