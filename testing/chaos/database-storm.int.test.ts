import { expect, it } from 'vitest';
import { repeats, seed } from '#testing/seeded-random.ts';
import { databaseStorm } from './database-storm.ts';

const kills = repeats(2, 20);

it.each(['postmaster', 'backend'] as const)(
  `loses nothing acknowledged in ${kills} kills of a %s of the embedded database`,
  async (victim) => {
    const { serverErrors, ...report } = await databaseStorm({ victim, kills, seed });
    const hint = `again with SEED=${seed}: ${JSON.stringify(report)}\n${serverErrors.slice(-4000)}`;
    expect(report.violations, hint).toEqual([]);
    expect(report.missed, hint).toBe(0);
    expect(report.check, hint).toMatchObject({ code: 0 });
    expect(report.stop, hint).toMatchObject({ code: 0 });
    expect(report.operations, hint).toBeGreaterThan(10 * kills);
    expect(report.messages, hint).toBeGreaterThan(10 * kills);
    expect(report.retried, hint).toBeGreaterThan(0);
  },
  120_000 + kills * 40_000,
);
