import { afterEach, beforeEach, expect, it } from 'vitest';
import { webhookJob } from '#server/money/job-kinds.ts';
import { eventually } from '#testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { repeats, seed } from '#testing/seeded-random.ts';
import { WebhookStorm } from './webhook-storm.ts';

/** WEBHOOK_KILLS sets the number of kills; SEED repeats a run. */
const kills = Number(process.env.WEBHOOK_KILLS ?? repeats(2, 20));

let database: TestDatabase;
let storm: WebhookStorm;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await storm.close();
  await database.drop();
});

async function endsWell(): Promise<void> {
  const { serverErrors, check, ...report } = await storm.end();
  const hint = `again with SEED=${seed}: ${JSON.stringify(report)}\n${serverErrors.slice(-4000)}`;
  expect(report.violations, hint).toEqual([]);
  expect(check, hint).toMatchObject({ code: 0 });
  console.log(JSON.stringify(report));
}

it(
  `processes late, repeated and reordered webhooks once and loses none while ${kills} nodes die`,
  async () => {
    storm = await WebhookStorm.open(database.url, seed, ['all', 'all']);
    await storm.begin();
    const pools: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      await storm.saveCardUnseen();
      await storm.payUnseen();
      const [oldest] = pools;
      if (round % 3 === 2 && oldest) await storm.removePool(pools.shift() ?? oldest);
      pools.push(await storm.startCollecting());
      await storm.deliverAndKill();
    }
    await storm.payUnseen();
    await endsWell();
  },
  120_000 + kills * 30_000,
);

it('processes a webhook on another node after the node that acknowledged it died', async () => {
  // The receiver runs no jobs. The worker is paused until both are killed.
  storm = await WebhookStorm.open(database.url, seed, ['web', 'all']);
  await storm.begin();
  const [receiver, worker] = storm.nodes;
  const webhooks = await storm.heldWebhooks.collect();
  const pledgeId = await storm.saveCardUnseen();
  expect(await storm.heldWebhooks.collect()).toBe(webhooks + 1);
  const body = storm.heldWebhooks.bodies.at(-1) ?? '';
  worker.pause();
  expect(await storm.heldWebhooks.deliver(body, receiver)).toBe(200);
  await receiver.kill();
  await worker.kill();
  // One transaction stored the event and its job, so processing does not wait for the reconciler.
  expect(await storm.countOpen()).toBe(1);
  const { id: eventId } = JSON.parse(body) as { id: string };
  const jobs = await storm.sql`
    select state from pgboss.job where data->>'kind' = ${webhookJob.kind} and data->'payload'->>'eventId' = ${eventId}`;
  expect(jobs).toHaveLength(1);
  const [row] = await storm.sql`select status from pledges where id = ${pledgeId}`;
  expect(row?.status).toBe('setup_pending');
  for (const node of storm.nodes) {
    node.spawn();
    await node.ready();
  }
  await eventually(
    async () => (await storm.sql`select status from pledges where id = ${pledgeId}`)[0]?.status,
    (status) => status === 'pledged',
    60_000,
  );
  for (const node of [receiver, worker, receiver]) expect(await storm.heldWebhooks.deliver(body, node)).toBe(200);
  await endsWell();
}, 240_000);
