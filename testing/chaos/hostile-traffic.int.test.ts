import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { repeats } from '#testing/seeded-random.ts';
import { residentMb, ServerProcess } from './server-process.ts';
import { type Ask, SteadyTraffic } from './steady-traffic.ts';

const seconds = repeats(3, 60);
const slowClients = repeats(100, 500);
const handshakesPerSecond = repeats(200, 1000);
const visitsPerSecond = 20;

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const visits: Ask[] = [
  { path: '/api/pools' },
  { path: '/api/categories' },
  { path: '/api/check-username?username=a_fan' },
];

/** Ordinary visitors for some seconds. */
async function visit(url: string, forMs: number): Promise<SteadyTraffic> {
  let count = 0;
  // Long, because attackers, server and other tests share the processors. The report has the latencies.
  const patience = { answerWithinMs: 30_000 };
  const steady = new SteadyTraffic(url, () => visits[count++ % visits.length] as Ask, patience);
  steady.start(visitsPerSecond);
  await sleep(forMs);
  await steady.stop();
  return steady;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it(
  `other visitors are served during ${seconds} s of slow requests, long headers, deep and wide JSON, gzip bombs and handshakes`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-hostile-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    const port = await freePort();
    // With rate limits, as in production. The attackers have another address than the visitors.
    const env = { DATABASE_URL: database.url, RATE_LIMITS: '1', LOG_LEVEL: 'fatal' };
    const server = new ServerProcess({ dataDir: folder, port, env });
    cleanups.push(() => server.kill());
    server.spawn();
    await server.ready();
    await visit(server.url, 500);
    const calm = await visit(server.url, repeats(1500, 15_000));

    const attackers = fork(join(import.meta.dirname, 'hostile-visitors.ts'), {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        SLOW_CLIENTS: String(slowClients),
        HANDSHAKES_PER_SECOND: String(handshakesPerSecond),
      },
      execArgv: [],
    });
    cleanups.push(() => end(attackers));
    let attack: { sent: Record<string, number>; answers: Record<string, number> } = { sent: {}, answers: {} };
    attackers.on('message', (message: typeof attack) => {
      attack = message;
    });
    await once(attackers, 'message');
    const attacked = await visit(server.url, seconds * 1000);
    const rssMb = await residentMb(server.pid);
    await end(attackers);
    const p95 = { calm: calm.percentileMs(0.95), attacked: attacked.percentileMs(0.95) };
    const report = { p95, p99: attacked.percentileMs(0.99), visits: attacked.sent, rssMb, ...attack };
    console.log(JSON.stringify(report));
    const hint = JSON.stringify(report);
    for (const kind of ['slow head', 'long header', 'deep JSON', 'many keys', 'gzip bomb', 'handshake'])
      expect(attack.sent[kind], hint).toBeGreaterThan(5);
    expect(
      Object.keys(attack.answers).filter((answer) => / 5\d\d$/.test(answer)),
      hint,
    ).toEqual([]);
    expect(attacked.failed, hint).toEqual([]);
    expect(rssMb, hint).toBeLessThan(1024);
    expect(await server.stop(), server.output.slice(-3000)).toMatchObject({ code: 0 });
  },
  60_000 + seconds * 3000,
);
