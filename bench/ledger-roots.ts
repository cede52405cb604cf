import { setTimeout as sleep } from 'node:timers/promises';
import type { MoneyContext } from '#server/money/money-context.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { median, quantile, runConcurrently, waitForQuiet } from './load.ts';
import { addOpenPools, type Fan } from './people.ts';
import { pledging } from './pledge-ways.ts';
import { ms, perSecond, ratio } from './report.ts';

/** The number of fans who pledge at once. */
export const crowd = 64;
/** Seconds of pledging that are measured before a root, and again after it. */
export const beforeAndAfterS = 8;
/** Seconds of pledging before that, which warm the caches. */
const warmUpS = 5;

/** One root, and the pledges around it. */
export interface RootRun {
  before: Window;
  during: Window;
  after: Window;
  rootS: number;
}

interface Window {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Publishes a root while a crowd pledges, and measures the same crowd before, during and after it. */
export async function pledgeAroundRoot(context: MoneyContext, fans: Fan[]): Promise<RootRun> {
  await waitForQuiet();
  const pledges = await startPledging(context, fans);
  await sleep((warmUpS + beforeAndAfterS) * 1000);
  const begin = performance.now();
  await publishRoot(context);
  const end = performance.now();
  await sleep(beforeAndAfterS * 1000);
  const windowOf = await pledges.stop();
  const run = {
    before: windowOf(begin - beforeAndAfterS * 1000, begin),
    during: windowOf(begin, end),
    after: windowOf(end, end + beforeAndAfterS * 1000),
    rootS: (end - begin) / 1000,
  };
  const figures = [run.before, run.during, run.after].map(
    ({ perSecond: rate, p50, p99 }) => `${perSecond(rate)}/s (p50 ${ms(p50)}, p99 ${ms(p99)})`,
  );
  console.error(`a root took ${run.rootS.toFixed(2)} s; pledges before, during and after it: ${figures.join(', ')}`);
  return run;
}

/** Lets a crowd pledge to a few pools, each fan once, and then again to new pools. `stop` returns what reads the pledges of a time. */
async function startPledging(context: MoneyContext, fans: Fan[]) {
  const { pledge } = await pledging(context).open(crowd);
  const pledges: { at: number; latency: number }[] = [];
  let isOver = false;

  async function pledgeUntilOver(): Promise<void> {
    while (!isOver) {
      const pools = await addOpenPools(context.db.sql, 20);
      await runConcurrently(fans, crowd, async (fan, place) => {
        if (isOver) return;
        const started = performance.now();
        await pledge(fan, pools[fan.n % pools.length] ?? '', place);
        pledges.push({ at: performance.now(), latency: performance.now() - started });
      });
    }
  }

  /** The pledges that were acknowledged between two moments. */
  function windowOf(from: number, to: number): Window {
    const latencies = pledges.filter(({ at }) => at >= from && at < to).map(({ latency }) => latency);
    return {
      perSecond: (latencies.length * 1000) / (to - from),
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    };
  }

  const running = pledgeUntilOver();
  return {
    async stop() {
      isOver = true;
      await running;
      return windowOf;
    },
  };
}

/** The medians of several roots of one kind. The ratio is the median of each root's own ratio to the time before it. */
export function rowsOf(kind: string, runs: RootRun[]): string[][] {
  return (['before', 'during', 'after'] as const).map((name) => {
    const medianOf = (figure: keyof Window) => median(runs.map((run) => run[name][figure]));
    const againstBefore = median(runs.map((run) => run[name].perSecond / run.before.perSecond));
    return [
      `pledging, ${name} the ${kind}`,
      `${perSecond(medianOf('perSecond'))}/s`,
      ms(medianOf('p50')),
      ms(medianOf('p99')),
      name === 'before' ? ratio(1) : `**${ratio(againstBefore)}**`,
    ];
  });
}
