import type { MoneyContext } from '#server/money/money-context.ts';
import { median, runConcurrently, type Throughput, waitForQuiet } from './load.ts';
import { addFans, addOpenPools, type Fan } from './people.ts';
import { openTpcb } from './pgbench.ts';
import { amountCents, confirming, pledging, posting, type Way } from './pledge-ways.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const fanCount = Number(process.env.BENCH_FANS ?? 20_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
/** The number of concurrent fans and of pools. */
const settings = [
  { crowd: 64, pools: 1 },
  { crowd: 256, pools: 1 },
  { crowd: 64, pools: 1000 },
];
/** As many as clients, so that they rarely update the same row. */
const branches = 20;

interface Row {
  way: Way;
  crowd: number;
  pools: number;
  results: Throughput[];
}

interface Reference {
  name: string;
  clients: number;
  database: { measure(clients: number, seconds: number): Promise<number> };
  results: number[];
}

/** Prints progress. */
const report = (name: string, rate: number) => console.error(`${name}: ${perSecond(rate)} a second`);

/** Every fan pledges once, to new pools in each round. */
async function measureRow(context: MoneyContext, fans: Fan[], { way, crowd, pools }: Row): Promise<Throughput> {
  const { sql } = context.db;
  const ids = await addOpenPools(sql, pools);
  await sql.unsafe('checkpoint');
  await waitForQuiet();
  const { pledge, close } = await way.open(crowd);
  const result = await runConcurrently(fans, crowd, (fan, place) => pledge(fan, ids[fan.n % pools] ?? '', place));
  close();
  const [row] = await sql<{ cents: number; fans: number }[]>`
    select sum(pledged_cents)::bigint as cents, sum(fan_count)::int as fans from pools where id = any(${ids}::uuid[])`;
  if (row?.fans !== fans.length || row.cents !== fans.length * amountCents) {
    throw new Error(`${fans.length} pledges were acknowledged, but the pools count ${row?.fans}`);
  }
  report(`${way.name}, ${crowd} at once, pools: ${pools}`, result.perSecond);
  return result;
}

async function openReferences(stage: Stage): Promise<{ by: string; references: Reference[] }> {
  const hot = await openTpcb(await stage.createDatabase('tpcb_hot'));
  await hot.prepare(1);
  const wide = await openTpcb(await stage.createDatabase('tpcb_wide'));
  await wide.prepare(branches);
  return {
    by: hot.by,
    references: [
      { name: 'tpcb-like, one branch row', clients: 8, database: hot, results: [] },
      { name: 'tpcb-like, one branch row', clients: 64, database: hot, results: [] },
      { name: `tpcb-like, ${branches} branch rows`, clients: branches, database: wide, results: [] },
    ],
  };
}

function linesOf(rows: Row[], references: Reference[], best: number): string[][] {
  return [
    ['what', 'pools', 'at once', 'a second', 'p50', 'p99', 'against the best tpcb-like'],
    ...rows.map(({ way, pools, crowd, results }) => {
      const rate = median(results.map((result) => result.perSecond));
      const [p50, p99] = [median(results.map((result) => result.p50)), median(results.map((result) => result.p99))];
      return [
        way.name,
        perSecond(pools),
        String(crowd),
        perSecond(rate),
        ms(p50),
        ms(p99),
        `**${ratio(rate / best)}**`,
      ];
    }),
    ...references.map(({ name, clients, results }) => {
      const rate = median(results);
      return [name, '', String(clients), perSecond(rate), '', '', ratio(rate / best)];
    }),
  ];
}

/** Compares confirmed, durable pledges that count in the pool's total with pgbench's transactions on the same server. */
export async function measurePledges(stage: Stage): Promise<Figures> {
  const { by, references } = await openReferences(stage);
  const url = await stage.createDatabase('pledges');
  // Another node would send the confirmation emails. Here they only queue.
  const context = await stage.openOperations(url, { ROLE: 'web' });
  await context.jobs.start();
  stage.atEnd(() => context.jobs.stop());
  const fans = await addFans(context.db.sql, fanCount, context.cards.name);
  await context.db.sql.unsafe('analyze');
  const product = await stage.startProduct(url, { ROLE: 'web' });
  const ways = [confirming(context), pledging(context), posting(product.url)];
  const rows: Row[] = ways.flatMap((way) => settings.map((setting) => ({ way, ...setting, results: [] })));
  // Warm-up: the first thousands of pledges would measure compilation.
  for (const way of ways) await measureRow(context, fans.slice(0, 4000), { way, crowd: 64, pools: 10, results: [] });
  // As autovacuum does within a minute. Plans made for empty tables take up to twice as long, and longer with every pool.
  await context.db.sql.unsafe('analyze pledges, pools, pool_ranks');

  for (let round = 0; round < rounds; round += 1) {
    for (const row of rows) row.results.push(await measureRow(context, fans, row));
    for (const { name, database, clients, results } of references) {
      await context.db.sql.unsafe('checkpoint');
      await waitForQuiet();
      const rate = await database.measure(clients, seconds);
      results.push(rate);
      report(`${name}, ${clients} clients`, rate);
    }
    await context.db.sql.unsafe('vacuum analyze pledges, pools, pool_ranks');
  }
  const best = Math.max(...references.map(({ results }) => median(results)));
  return {
    rows: linesOf(rows, references, best),
    notes: [
      'Pass mark: one hot pool takes more pledges a second than the best of the tpcb-like rows has transactions.',
      `Each row: ${perSecond(fanCount)} fans have a saved card and pledge once each; ${rounds} rounds in turns, medians. Afterwards, the totals of the pools are compared with the acknowledged pledges.`,
      `tpcb-like: ${by}, ${seconds} s each.`,
    ],
  };
}
