import { randomUUID } from 'node:crypto';
import { heldFor, postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { chainInEachPosting, noChain, restoreChain } from './ledger-fill.ts';
import { median, runConcurrently, type Throughput, waitForQuiet } from './load.ts';
import { ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';

const postings = Number(process.env.BENCH_POSTINGS ?? 6000);
const crowd = 64;
const connections = 32;

/** A way to chain the ledger, with one result for each round. */
interface Way {
  name: string;
  prepare: (sql: Sql) => Promise<void>;
  results: Throughput[];
}

/** Measures postings with and without a hash chain, the ways in turns, because the speed of the machine changes over minutes. */
export async function measurePostings(stage: Stage, rounds: number): Promise<{ rows: string[][]; note: string }> {
  const database = await stage.createDatabase('ledger_ways');
  const context = await stage.openOperations(database, { DATABASE_POOL: String(connections) });
  const base: Way = { name: 'without a chain', prepare: noChain, results: [] };
  const ways: Way[] = [
    base,
    { name: 'ours: queued, chained every second', prepare: restoreChain, results: [] },
    { name: 'chained within each transaction', prepare: chainInEachPosting, results: [] },
  ];
  // Round 0 warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, prepare, results } of ways) {
      await prepare(context.db.sql);
      const result = await runRound(context);
      if (round > 0) results.push(result);
      console.error(`posting, ${name}: ${perSecond(result.perSecond)} a second`);
    }
  }
  return {
    rows: ways.map((way) => rowOf(way, base)),
    note: `Posting: ${perSecond(postings)} journals, ${crowd} at once over ${connections} connections, ${rounds} rounds in turns, medians; ratios are medians of the rounds' own ratios.`,
  };
}

/** Posts charges while the chain is appended to. */
async function runRound(context: MoneyContext): Promise<Throughput> {
  await context.db.sql.unsafe('checkpoint');
  // A minute of the product in a second: the appender never rests for long.
  const appender = setInterval(() => void chainJournals(context).catch(console.error), 1000);
  try {
    return await postCharges(context);
  } finally {
    clearInterval(appender);
  }
}

/** Posts charges to different pools, one transaction each, as settling does. */
async function postCharges({ db }: MoneyContext): Promise<Throughput> {
  await waitForQuiet();
  const ids = Array.from({ length: postings }, () => randomUUID());
  return runConcurrently(ids, crowd, (id) =>
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

/** The medians of a way. The ratio is the median of the ratios of each round to the base's same round. */
function rowOf({ name, results }: Way, base: Way): string[] {
  const medianOf = (figure: 'perSecond' | 'p50' | 'p99') => median(results.map((result) => result[figure]));
  const ratios = results.map(
    (result, round) => result.perSecond / (base.results[round]?.perSecond ?? result.perSecond),
  );
  return [
    `posting, ${name}`,
    `${perSecond(medianOf('perSecond'))}/s`,
    ms(medianOf('p50')),
    ms(medianOf('p99')),
    `**${ratio(median(ratios))}**`,
  ];
}
