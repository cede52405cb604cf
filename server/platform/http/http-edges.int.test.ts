import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listVerifications } from '#contract/admin/moderation.ts';
import { setAvatar } from '#contract/settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { bodyWithinMs } from './body-time.ts';

const run = promisify(execFile);
/** Far more than the 256 KB that are taken, and than sockets hold on their way. */
const bodyBytes = 8 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'x');

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A connection, and what came on it so far. */
async function open(): Promise<{ socket: Socket; heard: () => string; faults: string[] }> {
  const socket = connect(app.port, '127.0.0.1');
  let text = '';
  const faults: string[] = [];
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => faults.push(error.code ?? error.message));
  await once(socket, 'connect');
  return { socket, heard: () => text, faults };
}

/** Sends lines of a head, and waits for the whole head of the answer. */
async function ask(...lines: string[]): Promise<string> {
  const { socket, heard } = await open();
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await expect.poll(heard).toContain('\r\n\r\n');
  socket.destroy();
  return heard();
}

describe('a body that is too large', () => {
  const path = '/api/login';

  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  it.each([
    [`Content-Length: ${bodyBytes}`, piece, ''],
    ['Transfer-Encoding: chunked', chunk, '0\r\n\r\n'],
  ])('is answered while it is still being sent (%s)', async (framing, part, end) => {
    const { socket, heard, faults } = await open();
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`);
    for (let sent = 0; sent < bodyBytes; sent += piece.length) {
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      // The response arrives long before the request ends, and the server still reads the rest.
      if (sent === bodyBytes / 2) await expect.poll(heard).toContain('payload_too_large');
    }
    socket.write(`${end}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(heard).toContain('{"status":"ok"}');
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /);
    expect(faults).toEqual([]);
    socket.destroy();
  });

  it.each(['Content-Length', 'chunked'])('is answered to fetch (%s)', async (kind) => {
    const pieces = Array.from({ length: bodyBytes / piece.length }, () => new Uint8Array(piece));
    const body = kind === 'chunked' ? ReadableStream.from(pieces) : new Blob(pieces);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
    for (let tries = 0; tries < 5; tries += 1) {
      const again = kind === 'chunked' ? { ...init, body: ReadableStream.from(pieces) } : init;
      const answer = await fetch(app.url + path, again as RequestInit);
      expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
    }
  });

  const hasCurl = run('curl', ['--version']).then(
    () => true,
    () => false,
  );
  it.for(['Content-Length', 'chunked'])('is answered to curl (%s)', async (kind, { skip }) => {
    if (!(await hasCurl)) skip();
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-curl-'));
    const file = join(folder, 'body');
    await writeFile(file, Buffer.alloc(bodyBytes, 'x'));
    const headers = ['-H', 'Content-Type: application/json', '-H', 'Expect:'];
    const framing = kind === 'chunked' ? ['-H', 'Transfer-Encoding: chunked'] : [];
    const words = ['-sS', ...headers, ...framing, '--data-binary', `@${file}`, '-w', '\n%{http_code}', app.url + path];
    // An exit code other than 0 rejects: curl could not read the answer.
    const { stdout } = await run('curl', words);
    expect(stdout).toMatch(/payload_too_large[\s\S]*\n413$/);
    await rm(folder, { recursive: true });
  });
});

describe('the time for a body', () => {
  const shortMs = 100;
  const { setTimeout } = globalThis;

  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number, ...more: []) =>
      setTimeout(work, ms === bodyWithinMs ? shortMs : ms, ...more)) as typeof setTimeout);
  });
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['Content-Length: 100', '{'],
    ['Transfer-Encoding: chunked', '1\r\n{\r\n'],
  ])('ends with an answer and the end of the connection (%s)', async (framing, start) => {
    const { socket, heard, faults } = await open();
    const closed = once(socket, 'close');
    socket.write(`POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${start}`);
    await closed;
    expect(heard()).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nconnection: close\r\n[\s\S]*"code":"request_timeout"/i);
    expect(faults).toEqual([]);
  });

  it('does not limit a call without a body', async () => {
    const [fan, other] = [await insertPerson(app), await insertPerson(app)];
    const { sql } = app.context.db;
    let answer: Promise<Response> | undefined;
    await sql.begin(async (tx) => {
      await tx`select 1 from users where id = ${other.id} for update`;
      answer = fan.client.raw('POST', `/api/users/${other.id}/block`);
      await Promise.race([answer, sleep(3 * shortMs)]);
    });
    expect((await answer)?.ok).toBe(true);
  });
});

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
];

describe('an upgrade that this server does not offer', () => {
  const unknown = ['Connection: Upgrade', 'Upgrade: x'];
  const http2 = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings:'];

  it.each([
    ['an unknown protocol', '/healthz', unknown, 200],
    ['HTTP/2', '/healthz', http2, 200],
    ['a WebSocket at another path', '/healthz', upgrade, 200],
    ['an unknown protocol at the path of sockets', '/socket.io/?EIO=4&transport=websocket', unknown, 400],
  ])('gets the usual answer and keeps the connection: %s', async (_name, path, headers, status) => {
    const { socket, heard } = await open();
    const answers = () => heard().match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    for (const more of [[], headers, headers, []]) {
      const before = answers().length;
      socket.write(
        `${[`GET ${more.length > 0 ? path : '/healthz'} HTTP/1.1`, 'Host: x', ...more].join('\r\n')}\r\n\r\n`,
      );
      await expect.poll(answers).toHaveLength(before + 1);
    }
    expect(answers().map(Number)).toEqual([200, status, status, 200]);
    socket.destroy();
  });

  it('is refused with an answer if it is a tunnel', async () => {
    const { socket, heard } = await open();
    const closed = once(socket, 'close');
    socket.write('CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n');
    await closed;
    expect(heard()).toMatch(/^HTTP\/1\.1 405 [\s\S]*"code":"method_not_allowed"/);
  });

  it('does not hide a body', async () => {
    const body = '{"email":"who@example.org","password":"none-at-all"}';
    const head = ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...unknown];
    expect(await ask(...head, `Content-Length: ${body.length}`, '', body)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('the host of a request', () => {
  it.each([
    ['a call', '/api/pools', []],
    ['a page', '/', []],
    ['an address that cannot be read', `/api/pools/${'x'.repeat(400)}`, []],
    ['a socket that polls', '/socket.io/?EIO=4&transport=polling', []],
    ['a socket', '/socket.io/?EIO=4&transport=websocket', upgrade],
  ])('must be one: %s', async (_name, path, more) => {
    const get = `GET ${path} HTTP/1.1`;
    for (const hosts of [['Host: x', 'Host: y'], ['Host: x', 'hOST: x'], ['Host: x, y'], ['Host: x/y']]) {
      expect(await ask(get, ...hosts, ...more), hosts.join()).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(await ask(get, 'Host: [::1]:80', ...more)).not.toMatch(/^HTTP\/1\.1 400 /);
  });

  it('says so', async () => {
    const answer = await ask('GET /api/pools HTTP/1.1', 'Host: x', 'Host: y');
    expect(answer).toContain('{"code":"validation_failed","message":"The request must have exactly one Host header."}');
  });
});

describe('admin calls', () => {
  afterEach(() => vi.restoreAllMocks());

  it('that are refused are logged with the account', async () => {
    const warned = vi.spyOn(app.context.log, 'warn');
    const fan = await insertPerson(app);
    const refused = await fan.client.raw('GET', '/api/admin/verifications?status=pending');
    expect(refused.status).toBe(403);
    await expect
      .poll(() => warned.mock.calls)
      .toContainEqual([
        {
          accountId: fan.id,
          method: 'GET',
          path: '/api/admin/verifications',
          status: 403,
          requestId: refused.headers.get('x-request-id'),
          ip: '127.0.0.1',
        },
        'admin access refused',
      ]);
  });

  it('of an admin, and of visitors, are not', async () => {
    const warned = vi.spyOn(app.context.log, 'warn');
    const admin = await insertPerson(app, 'admin');
    await admin.client.call(listVerifications, { query: { status: 'pending' } });
    expect((await app.client().raw('GET', '/api/admin/verifications')).status).toBe(401);
    // Lines are written in the order of the answers.
    const fan = await insertPerson(app);
    await fan.client.raw('GET', '/api/admin/reports');
    await expect.poll(() => warned.mock.calls.length).toBe(1);
    expect(warned.mock.calls[0]?.[0]).toMatchObject({ path: '/api/admin/reports' });
  });
});

it('ends the forms that have arrived longest when all of them take too much memory', async () => {
  const { id, client } = await insertPerson(app);
  const file = 4_900_000;
  const head = `--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  const connections: Socket[] = [];
  for (let count = 0; count < 16; count += 1) {
    const { socket } = await open();
    socket.write(
      `POST ${setAvatar.path} HTTP/1.1\r\nHost: x\r\nCookie: sid=${id}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${file + 1000}\r\n\r\n${head}`,
    );
    connections.push(socket);
    // All but the end.
    await new Promise((resolve) => socket.write(Buffer.alloc(file, 'x'), resolve));
  }
  await expect.poll(() => connections.map(({ closed }) => closed).slice(0, 2)).toEqual([true, true]);
  expect(connections.filter(({ closed }) => closed).length).toBeLessThan(5);
  const made = new FormData();
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b3261e' } })
    .png()
    .toBuffer();
  made.append('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
  expect((await client.form(setAvatar, made)).avatarUrl).toMatch(/^\/media\/images\//);
  for (const socket of connections) socket.destroy();
});
