import { loadavg } from 'node:os';
import { withDatabase } from '#testing/chaos/history.ts';
import { RedisServer } from '#testing/servers/redis-server.ts';
import { cpuOfTree, findPostmaster } from './cpu-time.ts';
import { median, waitForQuiet } from './load.ts';
import { type Load, loadsOf, sendLoad } from './nodes-loads.ts';
import type { ProcessLoad } from './process-load.ts';
import { type Figures, ratio } from './report.ts';
import type { Child, Stage } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** In each round. */
const requests = Number(process.env.BENCH_REQUESTS ?? 2000);
/** For each node and load, because V8 compiles code after a number of calls. */
const warmUps = Number(process.env.BENCH_WARM_UPS ?? 1000);
const inFlight = 16;
const nodeCounts = [1, 2, 4];

/** Some web nodes with one database, and the processes whose time their requests take. */
interface Fleet {
  name: string;
  nodes: Child[];
  database: number;
  redis: number;
}

/** Processor time by part: in seconds so far, or in milliseconds for one request. */
interface Cost {
  web: number;
  database: number;
  redis: number;
}

async function spentBy({ nodes, database, redis }: Fleet): Promise<Cost> {
  const loads = (await Promise.all(nodes.map((node) => node.ask({})))) as ProcessLoad[];
  return {
    web: loads.reduce((sum, { cpu }) => sum + cpu, 0),
    database: cpuOfTree(database),
    redis: cpuOfTree(redis),
  };
}

/** The cost of one request. What an idle fleet spends meanwhile is small beside hundreds of requests. */
async function measureRound(fleet: Fleet, load: Load, count: number): Promise<Cost> {
  const before = await spentBy(fleet);
  await sendLoad(
    fleet.nodes.map(({ url }) => url),
    load,
    { count, inFlight },
  );
  const after = await spentBy(fleet);
  const cost = (part: keyof Cost) => (1000 * (after[part] - before[part])) / count;
  return { web: cost('web'), database: cost('database'), redis: cost('redis') };
}

const rowOf = (name: string, fleet: Fleet, costs: Cost[], alone: Cost[]): string[] => {
  const of = (part: keyof Cost) => median(costs.map((cost) => cost[part]));
  const ratios = costs.map((cost, round) => (alone[round]?.web ?? Number.NaN) / cost.web);
  return [
    name,
    fleet.name,
    of('web').toFixed(2),
    of('database').toFixed(2),
    of('redis').toFixed(3),
    `**${ratio(median(ratios))}**`,
  ];
};

/** Each fleet has its own database, because each changes its own. */
async function startFleets(stage: Stage, redis: RedisServer): Promise<Fleet[]> {
  const fleets: Fleet[] = [];
  for (const count of nodeCounts) {
    const url = await stage.createDemo(`nodes_${count}`);
    const nodes: Child[] = [];
    for (let number = 0; number < count; number += 1)
      nodes.push(await stage.startProduct(url, { ROLE: 'web', REDIS_URL: redis.url }));
    fleets.push({
      name: `${count} ${count === 1 ? 'node' : 'nodes'}`,
      nodes,
      database: await withDatabase(url, findPostmaster),
      redis: redis.pid,
    });
  }
  return fleets;
}

/** Measures what requests cost in the web nodes, PostgreSQL and Redis, with one, two and four nodes. */
export async function measureNodes(stage: Stage): Promise<Figures> {
  const redis = await RedisServer.start();
  stage.atEnd(() => redis.stop());
  return compare(await startFleets(stage, redis));
}

interface Prepared {
  fleet: Fleet;
  loads: Load[];
}

/** The costs of one load, for each fleet in turn. */
async function measureLoad(index: number, prepared: Prepared[]): Promise<Map<Fleet, Cost[]>> {
  const costs = new Map(prepared.map(({ fleet }) => [fleet, [] as Cost[]]));
  for (const { fleet, loads } of prepared)
    await measureRound(fleet, loads[index] as Load, warmUps * fleet.nodes.length);
  for (let round = 0; round < rounds; round += 1) {
    await waitForQuiet();
    for (const { fleet, loads } of prepared)
      costs.get(fleet)?.push(await measureRound(fleet, loads[index] as Load, requests));
  }
  return costs;
}

async function compare(fleets: Fleet[]): Promise<Figures> {
  const prepared: Prepared[] = [];
  for (const fleet of fleets) prepared.push({ fleet, loads: await loadsOf(fleet.nodes[0]?.url ?? '') });
  const rows = [['what', 'fleet', 'web, ms', 'PostgreSQL, ms', 'Redis, ms', 'web, 1 node : these']];
  for (const [index, { name }] of (prepared[0]?.loads ?? []).entries()) {
    const costs = await measureLoad(index, prepared);
    const [alone = []] = costs.values();
    for (const [fleet, measured] of costs) rows.push(rowOf(name, fleet, measured, alone));
  }
  const load = loadavg().map((value) => value.toFixed(1));
  return {
    rows,
    notes: [
      'Milliseconds of processor time for one request.',
      `${inFlight} requests in flight over all nodes of a fleet, ${rounds} rounds of ${requests} requests in turns, medians; ratios are medians of the ratios in each round.`,
      `Load average at the end, with the benchmark itself: ${load.join(', ')}.`,
    ],
  };
}
