import { expect, it } from 'vitest';
import { repeats, seed } from '#testing/seeded-random.ts';
import { commitCuts } from './commit-cuts.ts';

const cutsPerSide = repeats(8, 200);

it(
  `loses and duplicates nothing when ${2 * cutsPerSide} connections break at COMMIT, half of them after it`,
  async () => {
    const report = await commitCuts({ cutsPerSide, seed });
    const hint = `again with SEED=${seed}: ${JSON.stringify(report)}`;
    console.log(hint);
    expect(report.violations, hint).toEqual([]);
    expect(report.cuts, hint).toEqual({ request: cutsPerSide, reply: cutsPerSide });
    expect(report.operations, hint).toBeGreaterThan(cutsPerSide);
    expect(report.retried, hint).toBeGreaterThan(0);
    expect(report.collected, hint).toBeGreaterThan(0);
  },
  60_000 + cutsPerSide * 4000,
);
