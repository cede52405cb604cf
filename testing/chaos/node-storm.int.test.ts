import { expect, it } from 'vitest';
import { missingFor } from '#testing/balancers/balancer.ts';
import { repeats, seed } from '#testing/seeded-random.ts';
import { hasRedisServer } from '#testing/servers/redis-server.ts';
import { nodeStorm } from './node-storm.ts';

const kills = repeats(1, 20);
/** `npm test` restarts nodes behind all three balancers in e2e/behind-balancers.e2e.ts. */
const rollingRestarts = repeats(0, 5);
const missing = hasRedisServer ? missingFor('nginx') : 'redis-server is not installed';

it(
  `two nodes behind nginx answer in ${kills} kills of one and ${rollingRestarts} restarts of both, and show no total too low`,
  async ({ skip }) => {
    if (missing) skip(missing);
    const { serverErrors, ...report } = await nodeStorm({ kills, rollingRestarts, seed });
    const hint = `again with SEED=${seed}: ${JSON.stringify(report)}\n${serverErrors.slice(-4000)}`;
    console.log(JSON.stringify({ ...report, check: report.check.code }));
    expect(report.violations, hint).toEqual([]);
    expect(report.check, hint).toMatchObject({ code: 0 });
    expect(report.kills.failed.length, hint).toBeLessThanOrEqual(report.kills.sent / 100);
    expect(report.kills.failedTwice, hint).toEqual([]);
    expect(report.restarts.failed, hint).toEqual([]);
    expect(
      report.restarts.codes.filter((code) => code !== 0),
      hint,
    ).toEqual([]);
    expect(report.restarts.codes.length, hint).toBe(2 * rollingRestarts);
    expect(report.restarts.slowestStopMs, hint).toBeLessThan(25_000);
    expect(report.kills.sent, hint).toBeGreaterThan(100 * kills);
    expect(report.operations, hint).toBeGreaterThan(20 * kills);
    expect(report.reads, hint).toBeGreaterThan(20 * kills);
  },
  120_000 + kills * 20_000 + rollingRestarts * 30_000,
);
