import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportPath } from '#contract/settings.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { findLargeAnswers, type LargeAnswer } from '#testing/chaos/large-answers.ts';
import { residentMb, ServerProcess } from '#testing/chaos/server-process.ts';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { repeats } from '#testing/seeded-random.ts';

const isLong = repeats(0, 1) === 1;
const seconds = repeats(3, 6);
/** Other tests share the processors of a short run. Without the limits, these attacks stop every answer for longer, or end the process. */
const answerWithinMs = repeats(4000, 1000);
const mostMb = 600;
/** Before, an export of 100,000 messages took 888 MB, and three of 300,000 ended the process. */
const manyMessages = repeats(100_000, 300_000);

const cleanups: (() => Promise<unknown>)[] = [];
let server: ServerProcess;
let database: Database;
const figures: Figure[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-unread-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const { url, drop } = await createTestDatabase();
  cleanups.push(drop);
  database = openDatabase(url, { log: createLogger('silent'), max: 1 });
  cleanups.push(() => database.close());
  const env = { DATABASE_URL: url, DEMO_DATA: isLong ? '1' : '0', LOG_LEVEL: 'error' };
  server = new ServerProcess({ dataDir: folder, port: await freePort(), env, pages: true, limitsMemory: true });
  cleanups.push(() => server.kill());
  server.spawn();
  await server.ready();
  if (isLong) await vi.waitUntil(() => server.output.includes('demo: complete'), { timeout: 300_000 });
}, 400_000);

afterAll(async () => {
  for (const figure of figures) console.log(JSON.stringify(figure));
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** The milliseconds until /healthz answers on a new connection. */
async function healthMs(): Promise<number> {
  const begin = performance.now();
  await new Promise<void>((resolve, reject) => {
    const asked = request(`${server.url}/healthz`, { agent: false, timeout: 60_000 }, (answer) => {
      answer.resume().once('end', resolve);
    });
    asked.once('error', reject).once('timeout', () => asked.destroy(new Error('no answer')));
    asked.end();
  });
  return performance.now() - begin;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The slowest answer to others and the highest memory, measured until `until` resolves. */
async function measureUntil(until: Promise<unknown>): Promise<{ slowestMs: number; peakMb: number }> {
  let isOver = false;
  const ending = until.finally(() => {
    isOver = true;
  });
  ending.catch(() => undefined);
  let slowestMs = 0;
  let peakMb = 0;
  while (!isOver) {
    slowestMs = Math.max(slowestMs, await healthMs());
    peakMb = Math.max(peakMb, await residentMb(server.pid));
    await sleep(50);
  }
  await ending;
  return { slowestMs: Math.round(slowestMs), peakMb };
}

/** Asks on so many connections that do not read, and returns the slowest answer to others and the highest memory in that time. */
async function attack({ path, cookie }: Pick<LargeAnswer, 'path' | 'cookie'>, connections: number, requests: number) {
  const attackers = fork(join(import.meta.dirname, '..', 'testing', 'chaos', 'unread-clients.ts'), {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: new URL(server.url).port,
      PATH_TO_GET: path,
      COOKIE: cookie,
      CONNECTIONS: String(connections),
      REQUESTS: String(requests),
    },
    execArgv: [],
  });
  try {
    await once(attackers, 'message');
    return await measureUntil(sleep(seconds * 1000));
  } finally {
    await end(attackers);
  }
}

interface Figure {
  slowestMs: number;
  peakMb: number;
  [about: string]: string | number;
}

function isWithinLimits(figure: Figure, expectation: typeof expect.soft = expect): void {
  figures.push(figure);
  const hint = `${JSON.stringify(figure)} ${server.output.slice(-2000)}`;
  expectation(figure.slowestMs, hint).toBeLessThan(answerWithinMs);
  expectation(figure.peakMb, hint).toBeLessThan(mostMb);
}

async function survives(
  answer: Omit<LargeAnswer, 'bytes'>,
  connections: number,
  requests: number,
  expectation: typeof expect.soft = expect,
): Promise<void> {
  const measured = await attack(answer, connections, requests);
  isWithinLimits({ path: answer.path, who: answer.who, connections, requests, ...measured }, expectation);
}

test.each([
  ['/api/docs', 1, 1500],
  ['/api/openapi.json', 100, 100],
  ['/', 200, 1500],
  ['/healthz', 600, 200],
])(
  'unread answers of %s on %i connections do not stop the server',
  async (path, connections, requests) => {
    await survives({ path, cookie: '', who: 'visitor' }, connections, requests);
  },
  60_000,
);

/** Registers a person who has written so many messages. Returns their session cookie. */
async function registerWriter(messages: number): Promise<string> {
  const register = (username: string) =>
    fetch(`${server.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${username}@example.org`, username, password: 'a good password' }),
    });
  const [writer] = await Promise.all([register('prolific_writer'), register('patient_reader')]);
  const [room] = await database.sql`
    insert into chat_rooms (kind, first_id, second_id, last_seq)
    select 'direct', min(id::text)::uuid, max(id::text)::uuid, ${messages}
    from users where username in ('prolific_writer', 'patient_reader') returning id`;
  for (let first = 1; first <= messages; first += 10_000) {
    await database.sql`
      insert into messages (room_id, seq, sender_id, content)
      select ${room?.id}, n, u.id, repeat(md5(n::text), 8)
      from users u, generate_series(${first}::int, ${Math.min(messages, first + 9_999)}::int) n
      where u.username = 'prolific_writer'`;
  }
  return (
    writer.headers
      .getSetCookie()
      .find((line) => line.startsWith('sid='))
      ?.split(';', 1)[0] ?? ''
  );
}

test(`three exports at once of a person with ${manyMessages} messages take little memory`, async () => {
  const cookie = await registerWriter(manyMessages);
  const ask = async () => {
    const answer = await fetch(server.url + exportPath, { headers: { cookie } });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    return { status: answer.status, bytes };
  };
  const answers = Promise.all([ask(), ask(), ask()]);
  const measured = await measureUntil(answers);
  const sorted = (await answers).sort((a, b) => a.status - b.status);
  expect(sorted.map(({ status }) => status)).toEqual([200, 409, 409]);
  expect(sorted[0]?.bytes).toBeGreaterThan(manyMessages * 20);
  isWithinLimits({ path: exportPath, who: 'user', messages: manyMessages, ...measured });
}, 300_000);

test.runIf(isLong)(
  'none of the twenty largest answers stops the server, on 1 to 600 connections that do not read',
  async () => {
    for (const answer of await findLargeAnswers(server.url, 20)) {
      for (const connections of [1, 25, 200, 600])
        await survives(answer, connections, connections === 1 ? 1500 : 20, expect.soft);
    }
  },
  3_600_000,
);
