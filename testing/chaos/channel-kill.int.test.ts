import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { Channel } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { ServerProcess } from './server-process.ts';

let hooks: WebhookStage;
let worker: ServerProcess;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-channel-kill-'));
  // It serves the calls and sends nothing.
  hooks = await WebhookStage.open([], { ROLE: 'web' });
  worker = new ServerProcess({
    dataDir: folder,
    port: await freePort(),
    env: {
      NODE_ENV: 'test',
      ROLE: 'worker',
      DATABASE_URL: hooks.stage.app.databaseUrl,
      WEBHOOK_ALLOW: hooks.receiver.host,
      REQUIRE_SECOND_FACTOR: 'off',
    },
  });
}, 60_000);
afterAll(async () => {
  await worker.kill();
  await hooks.close();
  await rm(folder, { recursive: true, force: true });
});

it('posts gathered pledges again, each once, after a kill between the request and its answer', {
  timeout: 120_000,
}, async () => {
  const channel = new Channel(hooks);
  const pool = await hooks.stage.newPool();
  await channel.create(hooks.people.creator, { types: ['pledge.placed'] });
  await hooks.sql`
    insert into events (type, pool_id, subject_id, data)
    select 'pledge.placed', ${pool.id}, gen_random_uuid(), '{"amountCents": 500, "anonymous": true}' from generate_series(1, 12)`;
  let killed: Promise<void> | undefined;
  channel.answers((response) => {
    if (killed === undefined) killed = worker.kill();
    else response.writeHead(200).end('{}');
  });
  worker.spawn();
  await worker.ready();
  await vi.waitFor(() => expect(killed).toBeDefined(), seconds(30));
  await killed;
  const states = () =>
    hooks.sql`select state, attempts, count(*)::int from webhook_deliveries group by state, attempts`;
  expect(await states()).toEqual([{ state: 'pending', attempts: 1, count: 12 }]);
  // The request of the dead process may have been refused, so it counts.
  expect(await hooks.sql`select kind, count from chat_service_refusals`).toEqual([{ kind: 'discord', count: 1 }]);
  // The lease ends; the test does not wait for it.
  await hooks.sql`update webhook_deliveries set leased_until = now()`;
  worker.spawn();
  await worker.ready();
  await vi.waitFor(
    async () => expect(await states()).toEqual([{ state: 'succeeded', attempts: 2, count: 12 }]),
    seconds(30),
  );
  expect(channel.contents()).toEqual(Array(2).fill('12 people pledged $60 to “A song about rain”.'));
});
