import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { freePort } from '#testing/free-port.ts';

/** Other users of the machine, and other machines, can read nothing private of a public site. */
let home = '';
let dataDir = '';
let port = 0;
let server: ServerProcess;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-private-'));
  dataDir = join(home, 'data');
  // As an earlier version left it.
  for (const folder of ['outbox', 'files/images', 'cache/images'])
    await mkdir(join(dataDir, folder), { recursive: true });
  await writeFile(join(dataDir, 'outbox', 'old.eml'), 'a link');
  await writeFile(join(dataDir, 'files', 'images', 'old.webp'), 'a picture');
  for (const path of ['', 'outbox', 'files', 'cache']) await chmod(join(dataDir, path), 0o755);
  await chmod(join(dataDir, 'outbox', 'old.eml'), 0o644);
  port = await freePort();
  server = new ServerProcess({ dataDir, port, env: { PUBLIC_URL: 'https://fans.example.org' } });
  server.spawn();
  await server.ready();
}, 120_000);
afterAll(async () => {
  await server.kill({ database: true });
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The status of a request to this server, which `fetch` would send only with its own Host. */
function statusOf(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/metrics', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

it('shows its metrics without a token only to programs on its machine', async () => {
  expect(await statusOf({})).toBe(200);
  expect(await statusOf({ host: 'localhost' })).toBe(200);
  expect(await statusOf({ host: 'fans.example.org' })).toBe(403);
  expect(await statusOf({ 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  expect(await statusOf({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await statusOf({ 'x-real-ip': '203.0.113.9' })).toBe(403);
});

/** The paths that other users may enter or read. A closed folder closes everything in it. */
async function openPaths(folder: string): Promise<string[]> {
  const open: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stat = await lstat(path);
    if (!stat.isSymbolicLink() && (stat.mode & 0o077) !== 0) open.push(path);
  }
  return open;
}

it('closes everything in DATA_DIR to other users of the machine, also what an earlier version left open', async () => {
  const body = JSON.stringify({ email: 'new@example.org', username: 'newcomer', password: 'correct horse 9' });
  const headers = { 'content-type': 'application/json', origin: 'https://fans.example.org', host: 'fans.example.org' };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/register', headers }, (answer) =>
    answer.resume(),
  );
  sent.end(body);
  const outbox = join(dataDir, 'outbox');
  await expect.poll(() => readdir(outbox), { timeout: 30_000 }).toHaveLength(2);
  expect(await openPaths(dataDir)).toEqual([]);
  expect(await openPaths(outbox)).toEqual([]);
  expect(await readFile(join(outbox, 'old.eml'), 'utf8')).toBe('a link');
});

it('closes a backup and its checksum, also in the place of open files', async () => {
  const file = join(home, 'backup');
  for (const path of [file, `${file}.sha256`]) await writeFile(path, 'old', { mode: 0o644 });
  const { code, output } = await server.cli('backup', file);
  expect(code, output).toBe(0);
  expect((await openPaths(home)).filter((path) => path.startsWith(file))).toEqual([]);
});
