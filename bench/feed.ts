import { fillFeed, indexForSearch } from './feed-fill.ts';
import { median, quantile, waitForQuiet } from './load.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';
import { openWire, type Wire } from './wire.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const sizes = [Number(process.env.BENCH_FEW ?? 10_000), Number(process.env.BENCH_MANY ?? 1_000_000)] as const;
const most = 1.5;

interface Question {
  name: string;
  path: string;
  /** Reads a round; slow ones fewer. */
  reads: number;
  /** Only told: what is found grows with the number of pools. */
  told?: boolean;
}

const questions: Question[] = [
  { name: 'first page', path: '/api/pools?page=1&pageSize=9', reads: 400 },
  { name: 'first page without highlighted', path: '/api/pools?page=1&pageSize=9&excludeHighlighted=true', reads: 400 },
  { name: 'a category', path: '/api/pools?category=Music&pageSize=9', reads: 400 },
  { name: 'page 50', path: '/api/pools?page=50&pageSize=9', reads: 400 },
  { name: 'highlighted', path: '/api/pools?highlighted=true', reads: 400 },
  { name: 'search, a rare word', path: '/api/pools?search=bakedi', reads: 20, told: true },
  { name: 'search, a person', path: '/api/pools?search=person%201234', reads: 20, told: true },
  { name: 'search, a common word', path: '/api/pools?search=guitar', reads: 3, told: true },
];

/** Milliseconds of each of so many reads, one after the other. */
async function time(wire: Wire, { path, reads }: Question): Promise<number[]> {
  const latencies: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const begin = performance.now();
    const { status, body } = await wire.send({ method: 'GET', path });
    latencies.push(performance.now() - begin);
    if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`);
  }
  return latencies;
}

/** One question to both sides, in turns. */
async function rowOf(question: Question, wires: Wire[]): Promise<string[]> {
  const p50s: number[][] = wires.map(() => []);
  const p95s: number[][] = wires.map(() => []);
  for (const wire of wires) await time(wire, question);
  for (let round = 0; round < rounds; round += 1) {
    await waitForQuiet();
    for (const [side, wire] of wires.entries()) {
      const latencies = await time(wire, question);
      p50s[side]?.push(median(latencies));
      p95s[side]?.push(quantile(latencies, 0.95));
    }
  }
  const growth = median((p50s[1] ?? []).map((value, round) => value / (p50s[0]?.[round] ?? Number.NaN)));
  const cells = wires.map((_, side) => `${ms(median(p50s[side] ?? []))} / ${ms(median(p95s[side] ?? []))}`);
  const row = [question.name, ...cells, question.told ? ratio(growth) : `**${ratio(growth)}**`];
  console.error(row.join(' | '));
  return row;
}

/** Asks on connections of its own: a server closes those that are silent for long. */
async function rowsOf(asked: Question[], urls: string[]): Promise<string[][]> {
  const wires = await Promise.all(urls.map(openWire));
  const rows: string[][] = [];
  for (const question of asked) rows.push(await rowOf(question, wires));
  for (const wire of wires) wire.close();
  return rows;
}

/** The feed with few and with many pools: two databases on one server, each behind a process of the product. */
export async function measureFeed(stage: Stage): Promise<Figures> {
  const databases: string[] = [];
  const urls: string[] = [];
  for (const pools of sizes) {
    const database = await stage.createDatabase(`feed_${pools}`);
    const begin = performance.now();
    await fillFeed(database, pools);
    console.error(`${perSecond(pools)} pools in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    databases.push(database);
    urls.push((await stage.startProduct(database)).url);
  }
  const pages = questions.filter(({ told }) => !told);
  const searches = questions.filter(({ told }) => told);
  const feedRows = await rowsOf(pages, urls);
  for (const database of databases) await indexForSearch(database);
  const searchRows = await rowsOf(searches, urls);
  return {
    rows: [
      ['GET /api/pools', ...sizes.map((pools) => `${perSecond(pools)} pools, p50 / p95`), 'growth of p50'],
      ...feedRows,
      ...searchRows,
    ],
    notes: [
      `Target: below ${most} in bold; the searches are told, since what they find grows with the pools.`,
      `One connection, one read at a time, through HTTP; ${rounds} rounds of both sizes in turns, medians; growth is the median of the rounds' own.`,
    ],
  };
}
