import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrowdQuestion, Talk } from './chat-crowd.ts';
import { quantile } from './load.ts';
import { loadsOf } from './nodes-loads.ts';
import { addFans, addOpenPools, cookieOf } from './people.ts';
import { amountCents } from './pledge-ways.ts';
import type { ProcessLoad } from './process-load.ts';
import { type Figures, ms, perSecond } from './report.ts';
import { type Child, type Stage, startChild } from './stage.ts';

const minutes = Number(process.env.BENCH_MINUTES ?? 30);
/** The product uses half of one processor for them. */
const requestsPerSecond = Number(process.env.BENCH_RATE ?? 60);
const sockets = 100;
const messageEveryMs = 200;
const fans = 1000;
/** The minutes at the beginning in which caches fill. */
const warmUp = Math.min(5, minutes / 2);

/** One request to the product; rejects if it fails. */
type Work = (turn: number) => Promise<unknown>;

/** The figures of one minute. */
interface Minute extends ProcessLoad {
  requests: number;
  latencies: number[];
  errors: string[];
}

async function succeed(url: string, init?: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}

/** Reads of pages and calls, likes, pledges, and now and then a new picture. */
async function worksOn(url: string, { pools, picture }: { pools: string[]; picture: Blob }): Promise<Work[]> {
  const loads = (await loadsOf(url)).map((load): Work => {
    let turns = 0;
    return () => {
      const { path, init } = load.request(turns++);
      return succeed(url + path, init);
    };
  });
  let pledges = 0;
  const pledge: Work = () => {
    const turn = pledges++;
    const pool = pools[Math.floor(turn / fans) % pools.length];
    const headers = { cookie: cookieOf((turn % fans) + 1), 'content-type': 'application/json' };
    const body = JSON.stringify({ amountCents, requestKey: randomUUID(), useSavedCard: true });
    return succeed(`${url}/api/pools/${pool}/pledges`, { method: 'POST', headers, body });
  };
  const upload: Work = (turn) => {
    const body = new FormData();
    body.set('avatar', picture, 'picture.webp');
    return succeed(`${url}/api/user/avatar`, {
      method: 'POST',
      headers: { cookie: cookieOf((turn % fans) + 1) },
      body,
    });
  };
  return [...loads, pledge, ...loads, pledge, ...loads, upload];
}

/** Sends requests at a fixed rate for a minute, however long the answers take. */
async function runMinute(server: Child, works: readonly Work[], firstTurn: number): Promise<Minute> {
  const before = (await server.ask({})) as ProcessLoad;
  const latencies: number[] = [];
  const errors: string[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let turn = firstTurn; performance.now() - begin < 60_000; turn += 1) {
    const sent = performance.now();
    const work = works[turn % works.length] as Work;
    const done = work(turn).then(
      () => void latencies.push(performance.now() - sent),
      (error: Error) => void errors.push(error.message),
    );
    running.push(done);
    await sleep(Math.max(0, begin + (running.length * 1000) / requestsPerSecond - performance.now()));
  }
  await Promise.all(running);
  const after = (await server.ask({})) as ProcessLoad;
  return { ...after, cpu: after.cpu - before.cpu, requests: running.length, latencies, errors };
}

/** By how much memory grows each minute, in megabytes: the slope of the line that fits best. */
function growthMb(memories: readonly number[]): number {
  const middle = (memories.length - 1) / 2;
  const mean = memories.reduce((sum, value) => sum + value, 0) / memories.length;
  const spread = memories.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  const slope = memories.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread;
  return slope / 2 ** 20;
}

const p99Of = (part: readonly Minute[]) =>
  quantile(
    part.flatMap(({ latencies }) => latencies),
    0.99,
  );

function rowOf(part: readonly Minute[], from: number): string[] {
  const sum = (value: (minute: Minute) => number) => part.reduce((total, minute) => total + value(minute), 0);
  const last = part.at(-1);
  return [
    `${from + 1} to ${from + part.length}`,
    perSecond(sum(({ requests }) => requests)),
    String(sum(({ errors }) => errors.length)),
    ms(p99Of(part)),
    `${Math.round((last?.memory ?? 0) / 2 ** 20)} MB`,
    String(last?.openFiles ?? 0),
    `${Math.round((100 * sum(({ cpu }) => cpu)) / (60 * part.length))} %`,
  ];
}

function figuresOf(minutes: readonly Minute[], talk: Talk): Figures {
  const rows = [['minutes', 'requests', 'errors', 'p99', 'memory', 'open files', 'processor']];
  for (let from = 0; from < minutes.length; from += 5) rows.push(rowOf(minutes.slice(from, from + 5), from));
  const growth = growthMb(minutes.slice(warmUp).map(({ memory }) => memory));
  const change = p99Of(minutes.slice(-5)) / p99Of(minutes.slice(0, 5));
  const errors = minutes.flatMap(({ errors: some }) => some);
  return {
    rows,
    notes: [
      `Targets: memory grows at most 1 MB a minute after minute ${warmUp}, 0.1 % errors, the last p99 at most 1.2 times the first.`,
      `Memory grows by **${growth.toFixed(2)} MB** a minute after minute ${warmUp}; the p99 of the last five minutes is **${change.toFixed(2)}** times that of the first five.`,
      ...(errors.length > 0 ? [`Errors: ${[...new Set(errors)].slice(0, 3).join('; ')}.`] : []),
      `${perSecond(talk.sent)} messages to ${sockets} sockets meanwhile, ${perSecond(talk.delivered)} of ${perSecond(talk.sent * sockets)} deliveries, p99 ${ms(talk.p99)}.`,
      `${requestsPerSecond} requests a second: pages for visitors and signed-in people, calls, search, likes, pledges, pictures. Processor: of one core.`,
    ],
  };
}

/** Measures whether the product stays the same during half an hour of mixed work. */
export async function measureSoak(stage: Stage): Promise<Figures> {
  const databaseUrl = await stage.createDemo('soak');
  const { db, cards } = await stage.openOperations(databaseUrl);
  await addFans(db.sql, fans, cards.name);
  const pools = await addOpenPools(db.sql, 100);
  const picture = new Blob([await readFile(join(import.meta.dirname, '../server/demo/pictures/people/amara_n.webp'))]);
  const server = await stage.startProduct(databaseUrl);
  const crowd = await startChild(join(import.meta.dirname, 'chat-crowd.ts'), {});
  try {
    const ask = <Answer>(question: CrowdQuestion) => crowd.ask(question) as Promise<Answer>;
    await ask({ do: 'gather', url: server.url, wire: 'socket.io', size: sockets });
    const talking = ask<Talk>({ do: 'pace', everyMs: messageEveryMs, seconds: minutes * 60 });
    const works = await worksOn(server.url, { pools, picture });
    const minuteList: Minute[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      minuteList.push(await runMinute(server, works, minute * 60 * requestsPerSecond));
      console.error(rowOf(minuteList.slice(-1), minute).join(', '));
    }
    return figuresOf(minuteList, await talking);
  } finally {
    await crowd.stop();
  }
}
