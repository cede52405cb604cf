import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeats, seed } from '#testing/seeded-random.ts';
import { killPoints } from './points.ts';
import { type KillPoint, KillStage } from './stage.ts';

/** Stages share the kills of a point. Most of the time each one waits until the lease of a dead worker's job ends. */
const stageCount = repeats(1, 10);
/** The quick profile does not wait for it. */
const hurries = repeats(1, 0) === 1;
const quickPoints = ['before the COMMIT of a webhook and its job', 'after Stripe confirms a charge'];
const killsAt = ({ name }: KillPoint) => repeats(quickPoints.includes(name) ? 1 : 0, 20);

let stages: KillStage[] = [];
beforeAll(async () => {
  stages = await Promise.all(Array.from({ length: stageCount }, (_, index) => KillStage.open(seed + index)));
}, 120_000);
afterAll(async () => {
  try {
    const faults = await Promise.all(stages.map((stage) => stage.listFaults()));
    expect(faults.flat(), `again with SEED=${seed}`).toEqual([]);
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
}, 120_000);

async function killAt(stage: KillStage, point: KillPoint): Promise<number> {
  try {
    return await stage.killAt(point, { hurries });
  } catch (cause) {
    throw new Error(`again with SEED=${seed}: ${String(cause)}\n${stage.serverErrors.slice(-4000)}`, { cause });
  }
}

for (const point of killPoints.filter((one) => killsAt(one) > 0)) {
  it(`converges without help after kills ${point.name}`, { timeout: 600_000 }, async () => {
    const kills = killsAt(point);
    const durations: number[] = [];
    let left = kills;
    await Promise.all(
      stages.map(async (stage) => {
        while (left > 0) {
          left -= 1;
          durations.push(await killAt(stage, point));
        }
      }),
    );
    expect(durations).toHaveLength(kills);
    const seconds = durations.map((ms) => (ms / 1000).toFixed(1)).sort((a, b) => Number(a) - Number(b));
    console.log(`${kills} kills ${point.name}: right again after ${seconds.join(', ')} s (SEED=${seed})`);
  });
}
