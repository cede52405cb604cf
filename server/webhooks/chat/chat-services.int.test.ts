import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '#testing/app.ts';
import { Channel } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { claimRequests } from '../claim-requests.ts';
import { lanes, webhookSender } from '../run-sender.ts';
import { refusalsMax, releaseRequests, reserveRequests } from './chat-services.sql.ts';

let hooks: WebhookStage;
let node: TestApp;
beforeAll(async () => {
  hooks = await WebhookStage.open();
  node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
  await hooks.sql`delete from chat_service_refusals`;
  await hooks.sql`delete from chat_services`;
});

const wakeBoth = () => {
  hooks.wake();
  webhookSender(node.context).wake();
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
async function refusals(): Promise<number> {
  const [row] = await hooks.sql<{ count: number }[]>`
    select coalesce(sum(count), 0)::int as count from chat_service_refusals where kind = 'discord'`;
  return row?.count ?? 0;
}
/** Channels of different people, each with an event that waits. All begin to wait at once, so that a test can say before what they answer. */
async function waitingChannels(count: number, kind: Channel['kind'] = 'discord') {
  const channels: Channel[] = [];
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const channel = new Channel(hooks, kind);
    ids.push((await channel.create(await hooks.stage.fan())).id);
    channels.push(channel);
  }
  await hooks.sql`
    insert into webhook_deliveries (endpoint_id, event_id, type)
    select id, gen_random_uuid(), 'webhook.test' from unnest(${ids}::uuid[]) id`;
  return channels;
}
const receivedBy = (channels: readonly Channel[]) => channels.flatMap((channel) => channel.received());

describe('the limit of refused requests', () => {
  it('holds for two processes that reserve at the same moment, and after a restart', async () => {
    const contexts = [hooks.stage.context, node.context];
    const reserve = (turn: number) =>
      (contexts[turn % 2] ?? hooks.stage.context).db.tx((tx) => reserveRequests(tx, 'discord', 90));
    const reserved = await Promise.all(Array.from({ length: 12 }, (_, turn) => reserve(turn)));
    const granted = reserved.map((one) => one?.granted ?? 0);
    expect(granted.reduce((sum, one) => sum + one, 0)).toBe(refusalsMax);
    expect(refusalsMax).toBeLessThan(1000);
    const [first] = reserved.flatMap((one) => one ?? []);
    if (!first) throw new Error('nothing was reserved');
    await releaseRequests(hooks.sql, first.reservation, 40);
    expect((await reserve(1))?.granted).toBe(40);
    await hooks.sql`update chat_service_refusals set minute = minute - interval '12 minutes'`;
    expect((await reserve(0))?.granted).toBe(90);
  });

  it('stops all channels of Discord below it, and none of Slack', async () => {
    await hooks.sql`
      insert into chat_service_refusals (kind, minute, count) values ('discord', date_trunc('minute', now()) - interval '5 minutes', ${refusalsMax - 2})`;
    const channels = await waitingChannels(5);
    for (const channel of channels) channel.refuses(429, { 'retry-after': '1' });
    const slack = await waitingChannels(1, 'slack');
    wakeBoth();
    await vi.waitFor(() => expect(receivedBy(slack)).toHaveLength(1), seconds(20));
    await vi.waitFor(() => expect(receivedBy(channels)).toHaveLength(2), seconds(20));
    for (let look = 0; look < 5; look += 1) {
      wakeBoth();
      await pause(100);
    }
    expect(receivedBy(channels)).toHaveLength(2);
    expect(await refusals()).toBe(refusalsMax);
    // Ten minutes later, the others go out.
    await hooks.sql`update chat_service_refusals set minute = minute - interval '12 minutes'`;
    wakeBoth();
    await vi.waitFor(() => expect(receivedBy(channels)).toHaveLength(5), seconds(20));
  });

  it('lets other webhooks have their turn while channels wait for it', async () => {
    await hooks.sql`
      insert into chat_service_refusals (kind, minute, count) values ('discord', date_trunc('minute', now()), ${refusalsMax - 1})`;
    const server = await hooks.create(await hooks.stage.fan());
    const { db } = hooks.stage.context;
    const turns = await db.tx(async (tx) => {
      await tx`
        insert into webhook_endpoints (user_id, kind, scope, url, description, types, secret, position)
        select user_id, 'discord', scope, 'discord://discord.com/api/webhooks/1/…', '', types, secret, position
        from webhook_endpoints, generate_series(1, 3) where id = ${server.webhook.id}`;
      await tx`insert into webhook_deliveries (endpoint_id, event_id, type) select id, gen_random_uuid(), 'webhook.test' from webhook_endpoints`;
      await tx`update webhook_endpoints set claimed_at = now() - interval '1 minute' where id = ${server.webhook.id}`;
      const claimed: string[] = [];
      for (let look = 0; look < 2; look += 1) {
        for (const { deliveryIds, reservation } of await claimRequests(hooks.stage.context, tx, lanes.healthy, {
          limit: 2,
          leaseMs: 45_000,
        })) {
          claimed.push(reservation?.kind ?? 'webhook');
          await tx`update webhook_deliveries set state = 'succeeded', leased_until = null where id = any (${deliveryIds}::uuid[])`;
          if (reservation) await releaseRequests(tx, reservation, 1);
        }
      }
      await tx`delete from webhook_endpoints`;
      return claimed;
    });
    expect(turns.toSorted()).toEqual(['discord', 'discord', 'webhook']);
  });

  it('counts what Discord holds against an address, and nothing else', async () => {
    const [ok, failing, shared, limited, gone] = await waitingChannels(5);
    failing?.refuses(500);
    shared?.refuses(429, { 'x-ratelimit-scope': 'shared', 'retry-after': '1' });
    limited?.refuses(429, { 'retry-after': '1' });
    gone?.refuses(404);
    wakeBoth();
    await vi.waitFor(async () => {
      const rows = await hooks.sql<
        { state: string }[]
      >`select state from webhook_deliveries where tried_at is not null`;
      expect(rows).toHaveLength(5);
    }, seconds(20));
    expect(ok?.received()).toHaveLength(1);
    expect(await refusals()).toBe(2);
  });
});

describe('a global limit of Discord', () => {
  it('pauses all its channels in all processes, and none of Slack', async () => {
    const [first] = await waitingChannels(1);
    first?.refuses(429, { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global', 'retry-after': '60' });
    wakeBoth();
    await vi.waitFor(async () => expect(await hooks.sql`select 1 from chat_services`).toHaveLength(1), seconds(20));
    await vi.waitFor(async () => {
      const [row] = await hooks.sql`select 1 from chat_services where paused_until > now() + interval '50 seconds'`;
      expect(row).toBeDefined();
    }, seconds(20));
    const others = await waitingChannels(3);
    const slack = await waitingChannels(1, 'slack');
    wakeBoth();
    await vi.waitFor(() => expect(receivedBy(slack)).toHaveLength(1), seconds(20));
    await pause(500);
    expect(receivedBy(others)).toEqual([]);
    await hooks.sql`update chat_services set paused_until = now()`;
    wakeBoth();
    await vi.waitFor(() => expect(receivedBy(others)).toHaveLength(3), seconds(20));
  });
});
