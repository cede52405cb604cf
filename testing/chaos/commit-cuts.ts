import { setTimeout as sleep } from 'node:timers/promises';
import { acceptPool } from '#contract/pools/pools.ts';
import { startTestApp } from '#testing/app.ts';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import { type CutSide, DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { compareHistory, withDatabase } from './history.ts';
import { invitePeople, newPool, type People, peopleEnv } from './people.ts';
import { Refused, type Traffic } from './retrying-client.ts';
import { settleApp } from './settle-app.ts';

export interface CommitCutsReport {
  cuts: Record<CutSide, number>;
  /** Pledges, changes and withdrawals. */
  operations: number;
  retried: number;
  /** Pools that were charged during the cuts. */
  collected: number;
  violations: string[];
}

/** Fewer than five, so that no card is declined. */
const fanCount = 4;
/** One of so many commits is cut. */
const commitsPerCut = 6;

/** Cuts connections to PostgreSQL at COMMIT while fans pledge and pools are charged: `cutsPerSide` before it arrives, and as many after its answer. */
export async function commitCuts({ cutsPerSide, seed }: { cutsPerSide: number; seed: number }) {
  const database = await createTestDatabase();
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const app = await startTestApp({ beside: { databaseUrl: proxy.url }, env: { ...peopleEnv, RATE_LIMITS: 'off' } });
  const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  const random = seededRandom(seed);
  const cuts = { request: 0, reply: 0 };
  const isDone = () => cuts.request >= cutsPerSide && cuts.reply >= cutsPerSide;
  try {
    const people = await invitePeople(app.url, traffic, fanCount, seed);
    proxy.cutCommits(() => {
      if (isDone() || random() * commitsPerCut > 1) return undefined;
      const side = cuts.request <= cuts.reply ? 'request' : 'reply';
      cuts[side] += 1;
      return side;
    });
    const collected: string[] = [];
    await Promise.all([
      ...people.fans.map((fan) => fan.storm(people.stormed, isDone)),
      collectUntil(people, random, collected, isDone),
    ]);
    proxy.cutCommits(undefined);
    const ends = new Map(collected.map((poolId) => [poolId, ['paid']]));
    await settleApp(app);
    const violations = await withDatabase(database.url, (sql) => compareHistory(sql, people.fans, ends));
    const report: CommitCutsReport = {
      cuts,
      operations: people.fans.reduce((sum, fan) => sum + fan.operations, 0),
      retried: traffic.retried,
      collected: collected.length,
      violations: [...violations, ...traffic.faults, ...people.fans.flatMap((fan) => fan.violations)],
    };
    return report;
  } finally {
    await app.close();
    await proxy.refuse();
    await database.drop();
  }
}

/** Fills pools and accepts them, so that commits of charges are cut, too. */
async function collectUntil(
  { admin, creator, creatorProfileId, fans }: People,
  random: Random,
  collected: string[],
  isDone: () => boolean,
): Promise<void> {
  while (!isDone()) {
    const amounts = fans.map(() => random.between(300, 3000));
    const goal = Math.max(1000, ...amounts) * fans.length;
    const poolId = await newPool(admin, goal, creatorProfileId);
    await Promise.all(fans.map((fan, index) => fan.pledge(poolId, amounts[index] ?? 300)));
    const params = { params: { id: poolId }, body: { deliveryDays: 7, floorCents: 1000, atCurrentAmount: true } };
    await creator.call(acceptPool, params).catch((error: unknown) => {
      // An earlier try accepted the pool and its answer was lost.
      if (!(error instanceof Refused) || error.code !== 'pool_state') throw error;
    });
    collected.push(poolId);
    await sleep(50);
  }
}
