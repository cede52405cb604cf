import type { MoneyContext } from '#server/money/money-context.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { exportLedger } from '#server/transparency/export-ledger.ts';
import { verifyLedger } from '#server/transparency/verify-ledger.ts';
import { addLedger } from './ledger-fill.ts';
import { measurePostings } from './ledger-postings.ts';
import { beforeAndAfterS, crowd, pledgeAroundRoot, type RootRun, rowsOf } from './ledger-roots.ts';
import { median } from './load.ts';
import { addFans } from './people.ts';
import { type Figures, perSecond } from './report.ts';
import type { Stage } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
/** The journals of a large ledger. */
const journalCount = Number(process.env.BENCH_JOURNALS ?? 1_000_000);
/** The number of payments of a busy day. */
const dayCount = 3000;

/**
 * Measures the cost of the proof of the books: of the hash chain for each posting, and of a root over a large ledger for the fans who
 * pledge at the same time.
 */
export async function measureLedger(stage: Stage): Promise<Figures> {
  const postings = await measurePostings(stage, rounds);
  // Pledging queues jobs, which another node would run.
  const context = await stage.openOperations(await stage.createDatabase('ledger_large'), { ROLE: 'web' });
  await context.jobs.start();
  stage.atEnd(() => context.jobs.stop());
  const { sql } = context.db;
  const fans = await addFans(sql, 20_000, context.cards.name);

  console.error(`adding ${perSecond(journalCount)} journals`);
  await addLedger(sql, journalCount);
  await sql.unsafe('vacuum analyze');
  // The work of this version's first start on old books.
  const chainS = await secondsOf(() => chainJournals(context));
  console.error(`chaining took ${inSeconds(chainS)}`);

  await sql.unsafe('vacuum analyze');
  // The first root stores all subtrees and sums all totals. Later ones continue them.
  const first = await pledgeAroundRoot(context, fans);
  await sql.unsafe('vacuum analyze');
  const daily: RootRun[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await addLedger(sql, dayCount);
    daily.push(await pledgeAroundRoot(context, fans));
  }

  const verifyS = await secondsOf(() => verifyAll(context));
  const dailyS = median(daily.map(({ rootS }) => rootS));
  return {
    rows: [
      ['what', 'rate', 'p50', 'p99', 'against the first of its kind'],
      ...postings.rows,
      ...rowsOf('first root', [first]),
      ...rowsOf('daily root', daily),
    ],
    notes: [
      `A root over ${perSecond(journalCount)} journals, the first: **${inSeconds(first.rootS)}** (target: 60 s); the daily ones, with ${perSecond(dayCount)} new journals each: **${inSeconds(dailyS)}**. Meanwhile ${crowd} fans pledge at once in the same process; before and after: ${beforeAndAfterS} s of the same crowd.`,
      `Chaining ${perSecond(journalCount)} journals at once, which only the first start on old books does: ${inSeconds(chainS)}.`,
      `Exporting and verifying all of it in one process: ${inSeconds(verifyS)}.`,
      postings.note,
    ],
  };
}

/** Exports and verifies the whole ledger, as `npm run cli -- verify-ledger` does. */
async function verifyAll(context: MoneyContext): Promise<void> {
  const { journals } = await verifyLedger(exportLedger(context));
  if (journals < journalCount) throw new Error(`only ${journals} journals were exported`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}

const inSeconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} s`;
