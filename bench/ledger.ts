import { randomUUID } from 'node:crypto';
import { heldFor, postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { exportLedger } from '#server/transparency/export-ledger.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { verifyLedger } from '#server/transparency/verify-ledger.ts';
import { addLedger, chainInEachPosting, noChain, restoreChain } from './ledger-fill.ts';
import { drive, median, quantile, type Throughput, waitForQuiet } from './load.ts';
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
  return drive(items, crowd, (id) =>
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

/** Pledges of a crowd to a few pools: each fan once, and again to new pools while `beside` runs. */
async function pledgeDuring(context: MoneyContext, fans: Fan[], beside?: Promise<unknown>): Promise<Throughput> {
  const { pledge } = await pledging(context).open(crowd);
  const latencies: number[] = [];
  let isOver = beside === undefined;
  const ended = beside?.finally(() => {
    isOver = true;
  });
  const begin = performance.now();
  do {
    const pools = await addOpenPools(context.db.sql, 20);
    await drive(fans, crowd, async (fan, place) => {
      if (beside && isOver) return;
      const started = performance.now();
      await pledge(fan, pools[fan.n % pools.length] ?? '', place);
      latencies.push(performance.now() - started);
    });
  } while (!isOver);
  const elapsedS = (performance.now() - begin) / 1000;
  await ended;
  return {
    count: latencies.length,
    perSecond: latencies.length / elapsedS,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

interface Day {
  alone: Throughput;
  beside: Throughput;
  again: Throughput;
  rootS: number;
}

/** A day's root over all journals while fans pledge, between two measurements without it. */
async function measureDay(context: MoneyContext, fans: Fan[]): Promise<Day> {
  await addLedger(context.db.sql, dayCount);
  await waitForQuiet();
  const alone = await pledgeDuring(context, fans.slice(0, 6000));
  let rootS = 0;
  const root = seconds(() => publishRoot(context)).then((taken) => {
    rootS = taken;
  });
  const beside = await pledgeDuring(context, fans, root);
  const again = await pledgeDuring(context, fans.slice(0, 6000));
  tell(
    `a daily root took ${inSeconds(rootS)}; pledges a second: ${perSecond(alone.perSecond)} alone, ${perSecond(beside.perSecond)} beside it, ${perSecond(again.perSecond)} again`,
  );
  return { alone, beside, again, rootS };
}

async function verifyExport(context: MoneyContext): Promise<void> {
  const { journals } = await verifyLedger(exportLedger(context));
  if (journals < journalCount) throw new Error(`only ${journals} journals were exported`);
}

/** The cost of the chain for postings, and of a root over a large ledger for pledges. */
export async function measureLedger(stage: Stage): Promise<Figures> {
  const ways = await comparePostings(stage);
  const context = await stage.openOperations(await stage.createDatabase('ledger_large'));
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
  let firstS = 0;
  const whole = seconds(() => publishRoot(context)).then((taken) => {
    firstS = taken;
  });
  const first = await pledgeDuring(context, fans, whole);
  tell(`the first root took ${inSeconds(firstS)}`);
  await sql.unsafe('vacuum analyze');
  const days: Day[] = [];
  for (let round = 0; round < rounds; round += 1) days.push(await measureDay(context, fans));
  const verifyS = await seconds(() => verifyExport(context));
  const of = (name: 'alone' | 'beside' | 'again', figure: 'perSecond' | 'p50' | 'p99') =>
    median(days.map((day) => day[name][figure]));
  const aloneRate = (of('alone', 'perSecond') + of('again', 'perSecond')) / 2;
  const row = (what: string, rate: number, p50: number, p99: number) => [
    what,
    `${perSecond(rate)}/s`,
    ms(p50),
    ms(p99),
    `**${ratio(rate / aloneRate)}**`,
  ];
  return {
    rows: [
      ['what', 'rate', 'p50', 'p99', 'against the first of its kind'],
      ...ways,
      row('pledging, no root', aloneRate, of('alone', 'p50'), of('alone', 'p99')),
      row('pledging, daily root under way', of('beside', 'perSecond'), of('beside', 'p50'), of('beside', 'p99')),
      row('pledging, first root under way', first.perSecond, first.p50, first.p99),
    ],
    notes: [
      `A root over ${perSecond(journalCount)} journals, the first: **${inSeconds(firstS)}** (target: 60 s); the daily ones, with ${perSecond(dayCount)} new journals each: **${inSeconds(median(days.map(({ rootS }) => rootS)))}**. Meanwhile ${crowd} fans pledge at once in the same process.`,
      `Chaining ${perSecond(journalCount)} journals at once, which only the first start on old books does: ${inSeconds(chainS)}.`,
      `Exporting and verifying all of it in one process: ${inSeconds(verifyS)}.`,
      `Posting: ${perSecond(postings)} journals, ${crowd} at once over ${connections.DATABASE_POOL} connections, ${rounds} rounds in turns, medians; ratios are medians of the rounds' own ratios.`,
    ],
  };
}
