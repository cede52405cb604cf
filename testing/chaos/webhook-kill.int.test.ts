import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createWebhook } from '#contract/webhooks/webhooks.ts';
import { freePort } from '#testing/free-port.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { seconds, signersOf } from '#testing/webhook-stage.ts';
import { ServerProcess } from './server-process.ts';

let receiver: WebhookReceiver;
let stage: PledgeStage;
let worker: ServerProcess;
let folder: string;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  folder = await mkdtemp(join(tmpdir(), 'fanfare-webhook-kill-'));
  // It serves the calls and sends nothing.
  stage = await PledgeStage.open({ WEBHOOK_ALLOW: receiver.host, ROLE: 'web' }, undefined, undefined, {
    isCreatorPayable: false,
  });
  worker = new ServerProcess({
    dataDir: folder,
    port: await freePort(),
    env: {
      NODE_ENV: 'test',
      ROLE: 'worker',
      DATABASE_URL: stage.app.databaseUrl,
      WEBHOOK_ALLOW: receiver.host,
      REQUIRE_SECOND_FACTOR: 'off',
    },
  });
}, 60_000);
afterAll(async () => {
  await worker.kill();
  await stage.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

it('sends at least once, with the same id, after a kill between the commit and the answer', {
  timeout: 120_000,
}, async () => {
  const { secret } = await stage.people.owner.client.call(createWebhook, {
    body: { url: receiver.url('/hook'), types: ['pool.opened'] },
  });
  let killed: Promise<void> | undefined;
  receiver.answers((response) => {
    // The first request has arrived, and its sender never learns it.
    if (killed === undefined) killed = worker.kill();
    else response.writeHead(204).end();
  });
  worker.spawn();
  await worker.ready();
  await stage.newPool();
  await vi.waitFor(() => expect(killed).toBeDefined(), seconds(30));
  await killed;
  await stage.newPool();
  const states = () =>
    stage.sql<{ state: string; attempts: number }[]>`select state, attempts from webhook_deliveries order by position`;
  expect(await states()).toEqual([{ state: 'pending', attempts: 1 }]);
  // The lease of the dead process ends; the test does not wait for it.
  await stage.sql`update webhook_deliveries set leased_until = now()`;
  worker.spawn();
  await worker.ready();
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        { state: 'succeeded', attempts: 2 },
        { state: 'succeeded', attempts: 1 },
      ]),
    seconds(30),
  );
  const received = receiver.received();
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(3);
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
  for (const one of received) expect(signersOf(one, [secret ?? ''])).toEqual([0]);
});
