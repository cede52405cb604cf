import { expect, it } from 'vitest';
import { seed } from '#testing/seeded-random.ts';
import { scenarios, storm } from './storm.ts';

/** STRIPE_RUNS sets the number of runs; SEED is the first one. */
const runs = Number(process.env.STRIPE_RUNS ?? scenarios.length);
const isLong = process.env.STRIPE_RUNS !== undefined;
/** A whole round, so that every scenario and every fault has its turn. */
const first = isLong ? seed : seed - (seed % scenarios.length);

it(
  `keeps the books and charges once in ${runs} runs with faults of Stripe`,
  async () => {
    const report = await storm({ seed: first, runs, worlds: isLong ? 4 : 2, ...(isLong ? { log: console.log } : {}) });
    console.log(JSON.stringify(report));
    expect(report.violations.join('\n')).toBe('');
    expect(report.runs).toBe(runs);
  },
  120_000 + runs * 10_000,
);
