import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import type { Fan } from './fan.ts';
import { compareHistory, countMoving, withServerDatabase } from './history.ts';
import { type PayTally, payDue, payInStorm } from './pay-storm.ts';
import { invitePeople, newPool, type People, peopleEnv } from './people.ts';
import type { Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';

export interface StormOptions {
  kills: number;
  seed: number;
  fans?: number;
  /** Receives a line about every kill. */
  log?: (line: string) => void;
}

export interface StormReport {
  seed: number;
  kills: number;
  /** Pledges, changes and withdrawals that were acknowledged. */
  operations: number;
  acknowledged: number;
  retried: number;
  /** Milliseconds from each start to /readyz, sorted. */
  readyMs: number[];
  /** Pools that were being charged or refunded during a kill. */
  collected: number;
  /** Payments of fans whose cards were declined. */
  paying: PayTally;
  /** Time from the last kill until all charges and refunds were settled. */
  settledMs: number;
  /** Anything lost, duplicated, charged twice, or answered with 500. */
  violations: string[];
  check: { code: number | null; output: string };
  stop: { code: number | null; ms: number };
  serverErrors: string;
}

// The reconciler runs every minute and skips rows younger than 30 seconds.
const settleWithinMs = 180_000;

/** A pool that was collecting when the server died. */
interface Collected {
  poolId: string;
  removed: boolean;
}

/**
 * Repeatedly kills the whole server while fans pledge, change and withdraw and while pools are charged and refunded. Then compares
 * acknowledgements with the database.
 */
export async function killStorm({
  kills,
  seed,
  fans: size = 20,
  log = () => undefined,
}: StormOptions): Promise<StormReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chaos-'));
  const server = new ServerProcess({ dataDir, port: await freePort(), env: peopleEnv });
  const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  const random = seededRandom(seed);
  const readyMs: number[] = [];
  try {
    server.spawn();
    await server.ready();
    const people = await invitePeople(server.url, traffic, size, seed);
    let over = false;
    const paying: PayTally = { races: 0, pages: 0 };
    const storm = Promise.all(
      people.fans.flatMap((fan) => [fan.storm(people.stormed, () => over), payInStorm(fan, paying, () => over)]),
    );
    // Awaited below; until then a rejection must not end the process.
    storm.catch(() => undefined);
    const collected: Collected[] = [];
    for (let count = 1; count <= kills; count += 1) {
      const what = await beginSomething(people, collected, random, count);
      await sleep(random.between(0, 500));
      const database = count % 4 === 0;
      await server.kill({ database });
      server.spawn();
      const ready = await server.ready();
      readyMs.push(ready);
      log(
        `kill ${count} while ${what}${database ? ', with the database' : ''}: ready again in ${Math.round(ready)} ms`,
      );
    }
    over = true;
    await storm;
    const settledMs = await withServerDatabase(dataDir, waitUntilSettled);
    await payTheRest(people.fans, paying, dataDir);
    const ends = new Map(
      collected.map(({ poolId, removed }) => [poolId, removed ? ['refunded', 'released'] : ['paid']]),
    );
    const history = await withServerDatabase(dataDir, (sql) => compareHistory(sql, people.fans, ends));
    const check = await server.cli('check');
    const stop = await server.stop();
    return {
      seed,
      kills,
      operations: people.fans.reduce((sum, fan) => sum + fan.operations, 0),
      acknowledged: traffic.acknowledged,
      retried: traffic.retried,
      readyMs: readyMs.sort((a, b) => a - b),
      collected: collected.length,
      paying,
      settledMs,
      violations: [...people.fans.flatMap((fan) => fan.violations), ...history, ...traffic.faults],
      check,
      stop,
      serverErrors: server.output,
    };
  } finally {
    await server.kill({ database: true });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Starts the work that the next kill interrupts: payments of due pledges, the charging of a whole pool, or its refunding. */
async function beginSomething(people: People, collected: Collected[], random: Random, count: number): Promise<string> {
  const last = collected.at(-1);
  if (count % 3 === 2) {
    collected.push({ poolId: await startCollecting(people, random), removed: false });
    return 'charging';
  }
  if (count % 3 === 0 && last && random() < 0.6) {
    await people.admin
      .call(actOnPool, { params: { id: last.poolId }, body: { action: 'remove', reason: 'chaos' } })
      .catch(
        // An earlier try removed the pool and its answer was lost.
        (error: { code?: string }) => {
          if (error.code !== 'pool_state') throw error;
        },
      );
    last.removed = true;
    return 'refunding';
  }
  const poor = people.fans.filter((fan) => fan.isPoor);
  collected.push({ poolId: await startCollecting({ ...people, fans: poor }, random), removed: false });
  await Promise.all(poor.map(waitForPaymentDue));
  return 'paying';
}

/** Waits until the fan's card was declined. From then on the fan pays on hosted pages. */
async function waitForPaymentDue(fan: Fan): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const due = await fan.client.call(listMyPledges, { query: { status: 'notified' } });
    if (due.length > 0) return;
    await sleep(50);
  }
}

/** Pays until nothing is due, so that every pledge to a pool that was not removed ends as paid. */
async function payTheRest(fans: readonly Fan[], tally: PayTally, dataDir: string): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const due = await Promise.all(fans.map((fan) => payDue(fan, tally)));
    if (due.every((count) => count === 0)) return;
    await withServerDatabase(dataDir, waitUntilSettled);
  }
}

/** Fills a pool of the creator and has it accepted, which starts the charges. */
export async function startCollecting(
  { admin, creator, creatorProfileId, fans }: People,
  random: Random,
): Promise<string> {
  const amounts = fans.map(() => random.between(300, 9000));
  const goal = Math.max(
    1000,
    amounts.reduce((sum, cents) => sum + cents, 0),
  );
  const poolId = await newPool(admin, goal, creatorProfileId);
  await Promise.all(fans.map((fan, index) => fan.pledge(poolId, amounts[index] ?? 300)));
  await creator.call(acceptPool, { params: { id: poolId }, body: { deliveryDays: 7, floorCents: 1000 } });
  return poolId;
}

/** Waits until everything is settled. The job queue gives jobs of killed workers to others when their heartbeats end. */
export async function waitUntilSettled(sql: Sql): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const moving = await countMoving(sql);
    const ms = performance.now() - begin;
    if (moving === 0) return ms;
    if (ms > settleWithinMs)
      throw new Error(`${moving} pledges or charges are still unsettled after ${Math.round(ms)} ms`);
    await sleep(200);
  }
}
