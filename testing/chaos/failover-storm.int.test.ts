import { expect, it } from 'vitest';
import { repeats, seed } from '#testing/seeded-random.ts';
import { failoverStorm } from './failover-storm.ts';

const failovers = repeats(1, 5);

it(
  `loses nothing acknowledged in ${failovers} failovers to a synchronous standby`,
  async () => {
    const { serverErrors, ...report } = await failoverStorm({ failovers, seed });
    const hint = `again with SEED=${seed}: ${JSON.stringify(report)}\n${serverErrors.slice(-4000)}`;
    expect(report.violations, hint).toEqual([]);
    expect(report.missed, hint).toBe(0);
    expect(report.check, hint).toMatchObject({ code: 0 });
    expect(report.stops, hint).toEqual([0, 0]);
    expect(report.operations, hint).toBeGreaterThan(10 * failovers);
    expect(report.messages, hint).toBeGreaterThan(10 * failovers);
    expect(report.retried, hint).toBeGreaterThan(0);
  },
  120_000 + failovers * 60_000,
);
