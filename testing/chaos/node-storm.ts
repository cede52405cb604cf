import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getPool } from '#contract/pools/pools.ts';
import { Balancer } from '#testing/balancers/balancer.ts';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import { RedisServer } from '#testing/servers/redis-server.ts';
import { compareHistory, withDatabase } from './history.ts';
import { invitePeople, newPool, type People, peopleEnv } from './people.ts';
import { PoolReads } from './pool-reads.ts';
import type { Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';
import { type Ask, SteadyTraffic } from './steady-traffic.ts';

export interface NodeStormOptions {
  kills: number;
  /** How often both nodes are restarted with SIGTERM, one after the other. */
  rollingRestarts: number;
  seed: number;
  perSecond?: number;
}

/** The steady requests of one part of the storm. */
interface Part {
  sent: number;
  failed: string[];
  failedTwice: string[];
  p99Ms: number;
}

export interface NodeStormReport {
  kills: Part;
  restarts: Part & { codes: (number | null)[]; slowestStopMs: number };
  /** Pledges, changes and withdrawals. */
  operations: number;
  /** Their tries without an answer, which the fans repeated. */
  retried: number;
  /** Reads of a pool's total that were compared with what fans asked for. */
  reads: number;
  violations: string[];
  check: { code: number | null; output: string };
  serverErrors: string;
}

const fanCount = 8;
/** nginx sends nothing to a dead node for two seconds. Until then the other node must live. */
const balancerForgivesMs = 2500;

/** Two nodes behind nginx with Redis, under steady requests and a storm of pledges. Kills nodes, then restarts them gracefully. */
export async function nodeStorm(options: NodeStormOptions): Promise<NodeStormReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-nodes-'));
  const [database, redis, plainPort] = [await createTestDatabase(), await RedisServer.start(), await freePort()];
  const ports = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${plainPort}`;
  const env = {
    ...peopleEnv,
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DISK_RESERVE: '0MB',
  };
  const nodes = ports.map((port) => new ServerProcess({ dataDir: join(folder, 'data'), port, env }));
  let balancer: Balancer | undefined;
  try {
    // One after the other, because the first node creates the admin.
    for (const node of nodes) {
      node.spawn();
      await node.ready();
    }
    const names = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
    balancer = await Balancer.startPlain({ folder, plainPort, nodes: names });
    return await withDatabase(database.url, async (sql) => {
      const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
      const people = await invitePeople(url, traffic, fanCount, options.seed);
      const storm = await play(url, nodes, people, options);
      const history = await compareHistory(sql, people.fans, new Map());
      return {
        ...storm,
        operations: people.fans.reduce((sum, fan) => sum + fan.operations, 0),
        retried: traffic.retried,
        violations: [...storm.violations, ...history, ...traffic.faults, ...people.fans.flatMap((f) => f.violations)],
        check: (await nodes[0]?.cli('check')) ?? { code: null, output: '' },
        serverErrors: nodes.map(({ output }) => output).join('\n'),
      };
    });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await balancer?.stop();
    await redis.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

type Played = Pick<NodeStormReport, 'kills' | 'restarts' | 'reads' | 'violations'>;

async function play(
  url: string,
  nodes: readonly ServerProcess[],
  people: People,
  { kills, rollingRestarts, seed, perSecond = 100 }: NodeStormOptions,
): Promise<Played> {
  const random = seededRandom(seed);
  const poolReads = new PoolReads();
  const violations: string[] = [];
  let [over, reads] = [false, 0];
  const isOver = () => over;
  const asks = await steadyAsks(people);
  const underSteadyTraffic = async (work: () => Promise<void>): Promise<Part> => {
    const steady = new SteadyTraffic(url, () => random.pick(asks)());
    steady.start(perSecond);
    await sleep(500);
    await work();
    await sleep(500);
    await steady.stop();
    const { sent, failed, failedTwice } = steady;
    return { sent, failed, failedTwice, p99Ms: steady.percentileMs(0.99) };
  };
  const readPools = async (): Promise<void> => {
    while (!over) {
      const id = random.pick(people.stormed);
      const total = async () => (await people.admin.call(getPool, { params: { id } })).pledgedAmount;
      const fault = await poolReads.check(id, total);
      if (fault) violations.push(fault);
      reads += 1;
      await sleep(20);
    }
  };
  for (const fan of people.fans) fan.poolReads = poolReads;
  const storm = Promise.all([...people.fans.map((fan) => fan.storm(people.stormed, isOver)), readPools(), readPools()]);
  // Awaited below; until then a rejection must not end the process.
  storm.catch(() => undefined);
  const killed = await underSteadyTraffic(async () => {
    for (let count = 0; count < kills; count += 1) await killOne(nodes, random);
  });
  const stops: { code: number | null; ms: number }[] = [];
  const restarted = await underSteadyTraffic(async () => {
    for (let count = 0; count < rollingRestarts; count += 1) stops.push(...(await restartAll(nodes)));
  });
  over = true;
  await storm;
  const slowestStopMs = Math.round(Math.max(0, ...stops.map(({ ms }) => ms)));
  const restarts = { ...restarted, codes: stops.map(({ code }) => code), slowestStopMs };
  return { kills: killed, restarts, reads, violations };
}

/** Nine of ten requests read; the tenth changes an amount. */
async function steadyAsks({ admin, fans, stormed }: People): Promise<(() => Ask)[]> {
  const [fan] = fans;
  if (!fan) throw new Error('there is no fan');
  const quiet = await newPool(admin, 100_000_00);
  const { id } = await fan.pledge(quiet, 500);
  const cookie = fan.client.cookie;
  const reads: Ask[] = [
    { path: '/api/pools' },
    { path: `/api/pools/${stormed[0]}` },
    { path: `/api/pools/${stormed[1]}`, cookie },
    { path: '/api/user', cookie },
    { path: '/api/user/pledges', cookie },
    { path: `/api/pledges/${id}`, cookie },
    { path: '/api/pools?sort=most-funded' },
    { path: `/api/pools/${quiet}` },
    { path: '/api/categories' },
  ];
  const change: Ask = { path: `/api/pledges/${id}`, cookie, method: 'PATCH', body: { amountCents: 500 } };
  return [...reads.map((ask) => () => ask), () => change];
}

async function killOne(nodes: readonly ServerProcess[], random: Random): Promise<void> {
  const node = random.pick(nodes);
  await sleep(random.between(100, 600));
  await node.kill();
  await sleep(random.between(0, 300));
  node.spawn();
  await node.ready();
  await sleep(balancerForgivesMs);
}

async function restartAll(nodes: readonly ServerProcess[]): Promise<{ code: number | null; ms: number }[]> {
  const stops: { code: number | null; ms: number }[] = [];
  for (const node of nodes) {
    stops.push(await node.stop());
    node.spawn();
    await node.ready();
    await sleep(balancerForgivesMs);
  }
  return stops;
}
