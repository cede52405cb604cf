import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalancerKind } from '#testing/balancers/adapt-configurations.ts';
import { Balancer, makeCertificate, missingFor } from '#testing/balancers/balancer.ts';
import { Visitor, visitorAddress } from '#testing/balancers/visitor.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { chromiumArgs, findChromium } from '#testing/chromium.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';

/** Two nodes behind the real nginx, HAProxy and Caddy, with the configurations of deploy/. The visitor has another address than the balancer. */
const admin = { email: 'admin@balancers.example', password: 'balancers-9' };
const metricsToken = 'a-token-of-sixteen-signs';
/** Like the one in the address of a calendar. */
const secret = 'Do-not-log-me'.padEnd(43, 'x');
const kinds: BalancerKind[] = ['nginx', 'haproxy', 'caddy'];

let folder: string;
let database: TestDatabase;
let ports: { plainPort: number; tlsPort: number };
let nodes: [ServerProcess, ServerProcess];
let nodeNames: [string, string];
let certificate: string;

async function openNode(): Promise<{ node: ServerProcess; name: string }> {
  const port = await freePort();
  const node = new ServerProcess({
    dataDir: join(folder, 'data'),
    port,
    pages: true,
    env: {
      PUBLIC_URL: `https://localhost:${ports.tlsPort}`,
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '127.0.0.1',
      ROLE: 'web',
      METRICS_TOKEN: metricsToken,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      DISK_RESERVE: '0MB',
      LOG_LEVEL: 'info',
    },
  });
  node.spawn();
  await node.ready();
  return { node, name: `127.0.0.1:${port}` };
}

beforeAll(async () => {
  if (kinds.every(missingFor)) return;
  folder = await mkdtemp(join(tmpdir(), 'fanfare-balancers-'));
  database = await createTestDatabase();
  ports = { plainPort: await freePort(), tlsPort: await freePort() };
  await makeCertificate(folder);
  certificate = await readFile(join(folder, 'certificate.pem'), 'utf8');
  const [one, two] = [await openNode(), await openNode()];
  nodes = [one.node, two.node];
  nodeNames = [one.name, two.name];
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.kill();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The open sockets of signed-in people on a node. */
async function socketsOf(node: ServerProcess): Promise<number> {
  const answer = await fetch(`${node.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^fanfare_sockets (\d+)$/m.exec(await answer.text())?.[1]);
}

/** Sends a message from the first socket and waits until all others have it. */
async function talk([first, ...others]: Socket[]): Promise<void> {
  const content = `hello ${randomUUID()}`;
  const heard = others.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('room_message_received', (message: { content: string }) => message.content === content && resolve());
      }),
  );
  const answer = await first
    ?.timeout(8000)
    .emitWithAck('send_room_message', { roomId: 'Global', content, type: 'category' });
  expect(answer).toMatchObject({ content });
  await Promise.all(heard);
}

/** The size of the largest file of an upload on the disk. */
async function bytesOnDisk(id: string): Promise<number> {
  const names = await readdir(join(folder, 'data'), { recursive: true });
  const sizes = names.filter((name) => name.includes(id)).map((name) => stat(join(folder, 'data', name)));
  return Math.max(0, ...(await Promise.all(sizes)).filter((entry) => entry.isFile()).map(({ size }) => size));
}

describe.each(kinds)('two nodes behind %s', (kind) => {
  const missing = missingFor(kind);
  let balancer: Balancer;
  let visitor: Visitor;

  beforeAll(async () => {
    if (missing) return;
    balancer = await Balancer.start(kind, { folder, ...ports, nodes: nodeNames });
    visitor = new Visitor(`https://localhost:${ports.tlsPort}`, certificate);
    await visitor.signIn(admin.email, admin.password);
  });
  afterAll(async () => {
    visitor?.leave();
    await balancer?.stop();
  });

  /** A test that needs the balancer. Reports the reason if it is skipped. */
  const withBalancer = (title: string, work: () => Promise<void>) =>
    it(title, async ({ skip }) => {
      if (missing) skip(missing);
      await work();
    });

  withBalancer('serve pages over TLS and redirect http', async () => {
    const page = await visitor.ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('</html>');
    expect(page.headers['strict-transport-security']).toBeDefined();
    const plain = await visitor.ask(`http://localhost:${ports.plainPort}/pools?sort=new`);
    expect(plain.status).toBe(308);
    expect(plain.headers.location).toBe('https://localhost/pools?sort=new');
  });

  withBalancer('answer visitors who ask for a protocol that nodes do not have', async () => {
    // More than nginx takes before it counts both nodes as dead.
    for (let count = 0; count < 10; count += 1) {
      const headers = { connection: 'upgrade', upgrade: 'x' };
      expect((await visitor.ask('/api/pools', { headers })).status).toBe(200);
    }
    expect((await visitor.ask('/api/pools')).status).toBe(200);
  });

  withBalancer('share WebSockets without sticky sessions', async () => {
    const sockets: Socket[] = [];
    for (let count = 0; count < 6; count += 1) sockets.push(await visitor.chat('websocket'));
    const counts = await Promise.all(nodes.map(socketsOf));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
    await talk(sockets);
    visitor.leave();
  });

  withBalancer('keep a client that polls on one node', async () => {
    const sockets = [await visitor.chat('polling'), await visitor.chat('polling'), await visitor.chat('websocket')];
    await talk(sockets);
    await talk(sockets.reverse());
    visitor.leave();
  });

  withBalancer('get an upload while it is being sent, and its parts on any node', async () => {
    const tus = { 'tus-resumable': '1.0.0' };
    const part = Buffer.alloc(4_000_000, 'fanfare');
    const headers = { ...tus, 'upload-length': String(3 * part.length) };
    const made = await visitor.ask('/api/uploads', { method: 'POST', headers });
    expect(made.status).toBe(201);
    const location = String(made.headers.location);
    const id = location.split('/').at(-1) ?? '';
    let seenBeforeEnd = 0;
    async function* slowly() {
      yield part.subarray(0, 3_000_000);
      // A balancer that buffers requests would send nothing yet.
      await expect.poll(() => bytesOnDisk(id)).toBeGreaterThan(1_000_000);
      seenBeforeEnd = await bytesOnDisk(id);
      yield part.subarray(3_000_000);
    }
    for (const offset of [0, 1, 2].map((index) => index * part.length)) {
      const sent = await visitor.ask(location, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: offset === 0 ? slowly() : [part],
      });
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(offset + part.length)]);
    }
    expect(seenBeforeEnd).toBeLessThan(part.length);
    expect((await visitor.ask(location, { method: 'DELETE', headers: tus })).status).toBe(204);
  });

  withBalancer("learn the visitor's address, not the one that the visitor claims", async () => {
    const path = `/no-such-page-${randomUUID()}`;
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    };
    await visitor.ask(`/calendar/${secret}.ics`, { headers });
    const answer = await visitor.ask(`${path}?token=do-not-log-me`, { headers });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('evil.example');
    const lines = () => nodes.flatMap(({ output }) => output.split('\n')).filter((line) => line.includes(path));
    await expect.poll(() => lines().length).toBe(1);
    expect(JSON.parse(lines()[0] ?? '{}')).toMatchObject({ ip: visitorAddress, status: 404 });
    // Our Caddyfile logs no requests.
    if (kind !== 'caddy') await expect.poll(() => balancer.log()).toContain(path);
    expect(await balancer.log()).not.toContain('do-not-log-me');
    expect(await balancer.log()).not.toContain(secret);
  });

  withBalancer('serve a browser over HTTP/2, with a live socket', async () => {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
    try {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        baseURL: `https://localhost:${ports.tlsPort}`,
      });
      const page = await context.newPage();
      await page.goto('/pools');
      const protocol = await page.evaluate(
        () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
      );
      expect(protocol).toBe('h2');
      // As web/data/small-socket-client.ts opens it. HAProxy takes WebSockets over HTTP/2, too.
      const greeting = await page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const socket = new WebSocket(`wss://${location.host}/socket.io/?EIO=4&transport=websocket`);
            socket.onmessage = ({ data }) => resolve(String(data));
            socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`));
          }),
      );
      expect(greeting).toMatch(/^0\{"sid":/);
    } finally {
      await browser.close();
    }
  });

  withBalancer('answer every request while both nodes are restarted, one after the other', async () => {
    let stopping = false;
    const answers = new Map<number | string, number>();
    async function browse(): Promise<void> {
      while (!stopping) {
        const status = await visitor.ask('/api/pools').then(
          (answer) => answer.status,
          (error: Error) => error.message,
        );
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }
    const browsing = [browse(), browse(), browse(), browse()];
    for (const node of nodes) {
      expect((await node.stop()).code).toBe(0);
      node.spawn();
      await node.ready();
      // Until then a balancer may still take the node for dead.
      await sleep(2500);
    }
    stopping = true;
    await Promise.all(browsing);
    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(100);
  });

  withBalancer('answer every request and keep the chat while one node is killed', async () => {
    const sockets = [await visitor.chat('websocket'), await visitor.chat('websocket')];
    const [doomed] = nodes;
    await doomed.kill();
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) statuses.push((await visitor.ask('/api/pools')).status);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    // A socket of the killed node connects again and joins its room again.
    for (const socket of sockets) {
      if (!socket.connected) await once(socket as never, 'connect');
      await socket.timeout(8000).emitWithAck('join_room', 'Global');
    }
    await talk(sockets);
    visitor.leave();
    doomed.spawn();
    await doomed.ready();
  });

  withBalancer('log no secret of an address while no node answers', async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    for (const path of [
      `/calendar/${secret}.ics`,
      `/de/overlay/${secret}/events?x=1`,
      '/unsubscribe?token=do-not-log-me',
    ]) {
      expect((await visitor.ask(path, { headers: { referer: `https://localhost${path}` } })).status).toBeGreaterThan(
        500,
      );
    }
    const log = await balancer.log();
    expect(log).toContain(kind === 'caddy' ? '/de/overlay/[hidden]/events[hidden]' : '/unsubscribe');
    expect(log).not.toContain('do-not-log-me');
    expect(log).not.toContain(secret);
    for (const node of nodes) node.spawn();
    await Promise.all(nodes.map((node) => node.ready()));
  });
});
