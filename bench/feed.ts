import type { PoolSort } from '#contract/sorts.ts';
import { fillFeed } from './feed-fill.ts';
import { median, quantile, waitForQuiet } from './load.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';
import { openWire, type Wire } from './wire.ts';

// cspell:ignore bakedi rirudo kitchn riru perso lekami funeki dadobu mikofa leka guiatr harbuor voilin bakedx marathno

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const sizes = [Number(process.env.BENCH_FEW ?? 10_000), Number(process.env.BENCH_MANY ?? 1_000_000)] as const;
const most = 1.5;
const searchWithinMs = 50;

interface Question {
  name: string;
  path: string;
  /** Reads per round. */
  reads: number;
  /** More paths to alternate with, so that no answer is requested twice in a row. */
  others?: string[];
}

const questions: Question[] = [
  { name: 'the page /browse-tip-pools', path: '/browse-tip-pools', reads: 100 },
  { name: 'first page', path: '/api/pools?page=1&pageSize=9', reads: 400 },
  { name: 'first page without highlighted', path: '/api/pools?page=1&pageSize=9&excludeHighlighted=true', reads: 400 },
  { name: 'a category', path: '/api/pools?category=Music&pageSize=9', reads: 400 },
  { name: 'page 50', path: '/api/pools?page=50&pageSize=9', reads: 400 },
  { name: 'highlighted', path: '/api/pools?highlighted=true', reads: 400 },
  ...(['trending', 'ending-soon', 'almost-there', 'most-funded'] satisfies PoolSort[]).map((sort) => ({
    name: sort.replace('-', ' '),
    path: `/api/pools?sort=${sort}&pageSize=9`,
    reads: 400,
  })),
  {
    name: 'trending, a category, page 50',
    path: '/api/pools?sort=trending&category=Music&pageSize=9&page=50',
    reads: 200,
  },
];

const search = (text: string, more = '') => `/api/pools?search=${encodeURIComponent(text)}${more}`;

const everywhere = (text: string) => `/api/search?q=${encodeURIComponent(text)}`;

/** Searches of the command palette: pools, creators and people at once. */
const palette: Question[] = [
  { name: 'a word', texts: ['guitar', 'bakedi', 'harbour', 'rirudo', 'kitchn'] },
  { name: 'half a word', texts: ['gui', 'bake', 'mar', 'riru'] },
  { name: 'a person', texts: ['person 1234', 'person1777', 'person 42', 'perso'] },
].map(({ name, texts }) => {
  const [path = '', ...others] = texts.map(everywhere);
  return { name: `GET /api/search, ${name}`, path, others, reads: 60 };
});

/** Common words are in every tenth pool, rare ones in a few hundred of a million. Each search uses several texts. */
const searches: Question[] = [
  { name: 'a rare word', texts: ['bakedi', 'rirudo', 'lekami', 'funeki', 'dadobu', 'mikofa'] },
  { name: 'a common word', texts: ['guitar', 'harbour', 'kitchen', 'violin', 'marathon', 'lantern'] },
  { name: 'two common words', texts: ['guitar lantern', 'chess radio', 'mural ferry', 'winter album', 'city sketch'] },
  { name: 'three common words', texts: ['guitar lantern night', 'chess radio tango', 'mural ferry river'] },
  { name: 'a common and a rare word', texts: ['guitar bakedi', 'chess rirudo', 'mural lekami', 'winter funeki'] },
  { name: 'half a word', texts: ['gui', 'bake', 'mar', 'riru', 'har', 'leka'] },
  { name: 'two letters', texts: ['gu', 'ba', 'ma', 'ri'] },
  { name: 'a person', texts: ['person 1234', 'person1777', 'person 42', 'person321'] },
  { name: 'a word with a slip', texts: ['guiatr', 'harbuor', 'kitchn', 'voilin', 'bakedx', 'marathno'] },
  { name: 'nothing', texts: ['zzyzx', 'qqqqqqqq', 'bakedi zzyzx', '100%'] },
  { name: 'a common word, newest', texts: ['guitar', 'harbour', 'kitchen', 'violin'], more: '&sort=newest' },
  { name: 'a common word in a category', texts: ['guitar', 'harbour', 'kitchen', 'violin'], more: '&category=Art' },
  { name: 'a common word, page 10', texts: ['guitar', 'harbour', 'kitchen', 'violin'], more: '&page=10' },
  { name: 'two common words, page 10', texts: ['guitar lantern', 'chess radio', 'mural ferry'], more: '&page=10' },
  // With the larger number, the last page of the text that reaches fewest pools.
  { name: 'two common words, page 17', texts: ['guitar lantern', 'chess radio', 'mural ferry'], more: '&page=17' },
].map(({ name, texts, more }) => {
  const [path = '', ...others] = texts.map((text) => search(text, more));
  return { name: `search, ${name}`, path, others, reads: 60 };
});

/** The latency of each read in ms; sequential reads. */
async function time(wire: Wire, { path, others = [], reads }: Question): Promise<number[]> {
  const latencies: number[] = [];
  const paths = [path, ...others];
  for (let read = 0; read < reads; read += 1) {
    const requestPath = paths[read % paths.length] ?? path;
    const begin = performance.now();
    const { status, body } = await wire.send({ method: 'GET', path: requestPath });
    latencies.push(performance.now() - begin);
    if (status !== 200) throw new Error(`${requestPath} answers ${status}: ${body}`);
  }
  return latencies;
}

/** Measures one question on both servers in turns. */
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
  const row = [question.name, ...cells, question.others ? ratio(growth) : `**${ratio(growth)}**`];
  console.error(row.join(' | '));
  return row;
}

/** Opens new connections, because a server closes connections that are idle for long. */
async function rowsOf(questions: Question[], urls: string[]): Promise<string[][]> {
  const wires = await Promise.all(urls.map(openWire));
  const rows: string[][] = [];
  for (const question of questions) rows.push(await rowOf(question, wires));
  for (const wire of wires) wire.close();
  return rows;
}

/** Measures the feed with few and with many pools: two databases on one PostgreSQL, each with its own product process. */
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
  const feedRows = await rowsOf(questions, urls);
  const searchRows = await rowsOf([...searches, ...palette], urls);
  return {
    rows: [
      ['GET /api/pools, or as named', ...sizes.map((pools) => `${perSecond(pools)} pools, p50 / p95`), 'growth of p50'],
      ...feedRows,
      ...searchRows,
    ],
    notes: [
      `Targets: growth below ${most} in bold; p95 of each search below ${searchWithinMs} ms with the larger number.`,
      `One connection, one read at a time, through HTTP; ${rounds} rounds of both sizes in turns, medians; growth is the median of the growth in each round.`,
    ],
  };
}
