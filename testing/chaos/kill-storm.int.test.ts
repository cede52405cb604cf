import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { repeats, seed } from '#testing/seeded-random.ts';
import { killStorm } from './kill-storm.ts';
import { ServerProcess } from './server-process.ts';

// `npm run chaos` runs the same with 50 kills and prints the figures.
const kills = repeats(2, 50);

it(
  `loses, duplicates and charges nothing twice in ${kills} kills of the whole server`,
  async () => {
    const report = await killStorm({ kills, seed });
    const hint = `again with SEED=${seed}`;
    expect(report.violations, hint).toEqual([]);
    expect(report.check, hint).toMatchObject({ code: 0 });
    expect(report.stop, hint).toMatchObject({ code: 0 });
    expect(report.stop.ms, hint).toBeLessThan(25_000);
    expect(report.operations, hint).toBeGreaterThan(10 * kills);
    // Four of the twenty fans have a card that is declined. Each owes a pledge of the first pool, and only a page takes it.
    expect(report.paying.pages, hint).toBeGreaterThanOrEqual(4);
    // Five seconds on an idle machine; here other tests run at the same time.
    expect(report.readyMs.at(-1), hint).toBeLessThan(30_000);
  },
  200_000 + kills * 20_000,
);

it('starts after its first start was killed five times', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chaos-'));
  const server = new ServerProcess({ dataDir, port: await freePort() });
  try {
    // While it creates the database, migrates it, and starts to listen.
    for (const afterMs of [150, 500, 900, 1400, 2000]) {
      server.spawn();
      await sleep(afterMs);
      await server.kill({ database: afterMs > 1000 });
    }
    server.spawn();
    await server.ready();
    expect(await server.cli('check')).toMatchObject({ code: 0 });
    expect(await server.stop()).toMatchObject({ code: 0 });
  } finally {
    await server.kill({ database: true });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}, 120_000);
