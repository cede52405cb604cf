import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldFor, postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { exportLedger } from '#server/transparency/export-ledger.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { verifyLedger } from '#server/transparency/verify-ledger.ts';
import { addLedger, chainInEachPosting, noChain, restoreChain } from './ledger-fill.ts';
import { median, quantile, runConcurrently, type Throughput, waitForQuiet } from './load.ts';
import { addFans, addOpenPools, type Fan } from './people.ts';
import { pledging } from './pledge-ways.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const journalCount = Number(process.env.BENCH_JOURNALS ?? 1_000_000);
const postings = Number(process.env.BENCH_POSTINGS ?? 6000);
/** The number of payments of a busy day. */
const dayCount = 3000;
const crowd = 64;
const connections = { DATABASE_POOL: '32' };
const tell = (text: string) => console.error(text);

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};
const inSeconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} s`;

/** Posts charges to different pools, as settling does: one transaction each. */
async function measurePostings({ db }: MoneyContext): Promise<Throughput> {
  await waitForQuiet();
  const items = Array.from({ length: postings }, () => randomUUID());
  return runConcurrently(items, crowd, (id) =>
    db.tx((tx) =>
      postJournal(tx, {
        kind: 'charge',
        cause: `payment:${id}`,
        subject: `pledge:${id}`,
        entries: [
          { account: 'clearing', amountCents: 1000 },
          { account: heldFor(id), amountCents: -1000 },
        ],
      }),
    ),
  );
}

interface Way {
  name: string;
  prepare: (sql: Sql) => Promise<void>;
  results: Throughput[];
}

async function comparePostings(stage: Stage): Promise<string[][]> {
  const context = await stage.openOperations(await stage.createDatabase('ledger_ways'), connections);
  const { sql } = context.db;
  const ways: Way[] = [
    { name: 'without a chain', prepare: noChain, results: [] },
    { name: 'ours: queued, chained every second', prepare: restoreChain, results: [] },
    { name: 'chained within each transaction', prepare: chainInEachPosting, results: [] },
  ];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, prepare, results } of ways) {
      await prepare(sql);
      await sql.unsafe('checkpoint');
      // A minute of the product in a second: the appender never rests for long.
      const appender = setInterval(() => void chainJournals(context).catch(tell), 1000);
      const result = await measurePostings(context);
      clearInterval(appender);
      // The first round is the warm-up.
      if (round > 0) results.push(result);
      tell(`posting, ${name}: ${perSecond(result.perSecond)} a second`);
    }
  }
  const [base, ...others] = ways;
  const ratios = (way: Way) =>
    way.results.map(({ perSecond: rate }, round) => rate / (base?.results[round]?.perSecond ?? rate));
  return [base, ...others].flatMap((way) => {
    if (!way) return [];
    const of = (figure: 'perSecond' | 'p50' | 'p99') => median(way.results.map((result) => result[figure]));
    return [
      [
        `posting, ${way.name}`,
        `${perSecond(of('perSecond'))}/s`,
        ms(of('p50')),
        ms(of('p99')),
        `**${ratio(median(ratios(way)))}**`,
      ],
    ];
  });
}

/** Seconds of pledging before and after a root. The first ones warm the caches and are not measured. */
const [warmUpS, besideS] = [5, 8];

interface Window {
  perSecond: number;
  p50: number;
  p99: number;
}

/** The pledges that were acknowledged between two moments. */
function windowOf(pledges: { at: number; latency: number }[], from: number, to: number): Window {
  const latencies = pledges.filter(({ at }) => at >= from && at < to).map(({ latency }) => latency);
  return {
    perSecond: (latencies.length * 1000) / (to - from),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

interface Day {
  before: Window;
  during: Window;
  after: Window;
  rootS: number;
}

/** Publishes a root while a crowd pledges to a few pools: each fan once, then again to new pools. Measures the same crowd before, meanwhile and after. */
async function pledgeAround(context: MoneyContext, fans: Fan[]): Promise<Day> {
  const { pledge } = await pledging(context).open(crowd);
  const pledges: { at: number; latency: number }[] = [];
  let isOver = false;
  const pledgeOn = async () => {
    while (!isOver) {
      const pools = await addOpenPools(context.db.sql, 20);
      await runConcurrently(fans, crowd, async (fan, place) => {
        if (isOver) return;
        const started = performance.now();
        await pledge(fan, pools[fan.n % pools.length] ?? '', place);
        pledges.push({ at: performance.now(), latency: performance.now() - started });
      });
    }
  };
  await waitForQuiet();
  const pledged = pledgeOn();
  await sleep((warmUpS + besideS) * 1000);
  const begin = performance.now();
  await publishRoot(context);
  const end = performance.now();
  await sleep(besideS * 1000);
  isOver = true;
  await pledged;
  const day = {
    before: windowOf(pledges, begin - besideS * 1000, begin),
    during: windowOf(pledges, begin, end),
    after: windowOf(pledges, end, end + besideS * 1000),
    rootS: (end - begin) / 1000,
  };
  const told = [day.before, day.during, day.after].map(
    ({ perSecond: rate, p50, p99 }) => `${perSecond(rate)}/s (p50 ${ms(p50)}, p99 ${ms(p99)})`,
  );
  tell(`a root took ${inSeconds(day.rootS)}; pledges before, during and after it: ${told.join(', ')}`);
  return day;
}

async function verifyExport(context: MoneyContext): Promise<void> {
  const { journals } = await verifyLedger(exportLedger(context));
  if (journals < journalCount) throw new Error(`only ${journals} journals were exported`);
}

/** Pledging before, during and after roots of one kind: medians, and the median of each root's own ratio of rates. */
function rowsOf(kind: string, days: Day[]): string[][] {
  return (['before', 'during', 'after'] as const).map((name) => {
    const of = (figure: keyof Window) => median(days.map((day) => day[name][figure]));
    const against = median(days.map((day) => day[name].perSecond / day.before.perSecond));
    const isBase = name === 'before';
    return [
      `pledging, ${name} the ${kind}`,
      `${perSecond(of('perSecond'))}/s`,
      ms(of('p50')),
      ms(of('p99')),
      isBase ? ratio(1) : `**${ratio(against)}**`,
    ];
  });
}

/** The cost of the chain for postings, and of a root over a large ledger for pledges. */
export async function measureLedger(stage: Stage): Promise<Figures> {
  const ways = await comparePostings(stage);
  // Pledging queues jobs, which another node would run.
  const context = await stage.openOperations(await stage.createDatabase('ledger_large'), { ROLE: 'web' });
  await context.jobs.start();
  stage.atEnd(() => context.jobs.stop());
  const { sql } = context.db;
  const fans = await addFans(sql, 20_000, context.cards.name);
  tell(`adding ${perSecond(journalCount)} journals`);
  await addLedger(sql, journalCount);
  await sql.unsafe('vacuum analyze');
  // The work of this version's first start on old books.
  const chainS = await seconds(() => chainJournals(context));
  tell(`chaining took ${inSeconds(chainS)}`);
  await sql.unsafe('vacuum analyze');
  // The first root stores all subtrees and sums all totals; later ones continue them.
  const first = await pledgeAround(context, fans);
  await sql.unsafe('vacuum analyze');
  const days: Day[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await addLedger(sql, dayCount);
    days.push(await pledgeAround(context, fans));
  }
  const verifyS = await seconds(() => verifyExport(context));
  return {
    rows: [
      ['what', 'rate', 'p50', 'p99', 'against the first of its kind'],
      ...ways,
      ...rowsOf('first root', [first]),
      ...rowsOf('daily root', days),
    ],
    notes: [
      `A root over ${perSecond(journalCount)} journals, the first: **${inSeconds(first.rootS)}** (target: 60 s); the daily ones, with ${perSecond(dayCount)} new journals each: **${inSeconds(median(days.map(({ rootS }) => rootS)))}**. Meanwhile ${crowd} fans pledge at once in the same process; before and after: ${besideS} s of the same crowd.`,
      `Chaining ${perSecond(journalCount)} journals at once, which only the first start on old books does: ${inSeconds(chainS)}.`,
      `Exporting and verifying all of it in one process: ${inSeconds(verifyS)}.`,
      `Posting: ${perSecond(postings)} journals, ${crowd} at once over ${connections.DATABASE_POOL} connections, ${rounds} rounds in turns, medians; ratios are medians of the rounds' own ratios.`,
    ],
  };
}
