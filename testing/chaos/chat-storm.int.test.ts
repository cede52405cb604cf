import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testRedisUrl } from '#testing/app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { repeats, seed } from '#testing/seeded-random.ts';
import { chatStorm } from './chat-storm.ts';

const kills = repeats(2, 30);
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe.each([
  { by: 'PostgreSQL', redisUrl: undefined, isThere: true },
  { by: 'Redis', redisUrl: testRedisUrl, isThere: testRedisUrl !== undefined },
])('two nodes with a relay over $by', ({ redisUrl, isThere }) => {
  it.runIf(isThere)(
    `lose and duplicate no message in ${kills} kills, and show all readers the same`,
    async () => {
      const { serverErrors, check, ...report } = await chatStorm({ databaseUrl: database.url, kills, seed, redisUrl });
      const hint = `again with SEED=${seed}: ${JSON.stringify(report)}`;
      expect(report.violations, `${hint}\n${serverErrors.slice(-4000)}`).toEqual([]);
      // The other node reads messages that a killed node stored but did not broadcast.
      expect(report.missed, hint).toBe(0);
      expect(check, hint).toMatchObject({ code: 0 });
      expect(report.acknowledged, hint).toBeGreaterThan(50 * kills);
      expect(report.joins, hint).toBeGreaterThan(kills);
    },
    120_000 + kills * 15_000,
  );
});
