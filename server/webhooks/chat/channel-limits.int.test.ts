import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { Channel } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
  await hooks.sql`delete from chat_service_refusals`;
  await hooks.sql`delete from chat_services`;
});

const arrived = (channel: Channel, count: number) =>
  vi.waitFor(() => expect(channel.received()).toHaveLength(count), seconds(20));

describe('the limit of a channel', () => {
  it('also holds for tests and repeats by its owner', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    const params = { id: webhook.id };
    channel.refuses(429, { 'retry-after': '3' });
    const first = await owner.client.call(contract.testWebhook, { params });
    await hooks.newest(owner, webhook.id, { state: 'failed', status: 429 });
    channel.answers((response) => response.writeHead(200).end('{}'));
    await owner.client.call(contract.testWebhook, { params });
    await owner.client.call(contract.resendDelivery, { params: { id: first.id } });
    await arrived(channel, 3);
    const [limited, test] = channel.received();
    expect((test?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(2900);
  });

  it('takes few refused requests of one channel, however often its owner tries', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    channel.refuses(429, { 'retry-after': '1' });
    for (let count = 0; count < 4; count += 1) {
      await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    }
    await vi.waitFor(async () => {
      const paused = await hooks.sql`
        select 1 from webhook_endpoints where id = ${webhook.id} and paused_until > now() + interval '4 minutes'`;
      expect(paused).toHaveLength(1);
    }, seconds(20));
    expect(channel.received()).toHaveLength(2);
  });

  it('of all channels is meant by an answer of the network in front of Discord, which turns none off', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    channel.answers((response) => response.writeHead(403).end('{"message": "internal network error", "code": 40333}'));
    await hooks.stage.newPool();
    await hooks.newest(owner, webhook.id, { state: 'pending', status: 403 });
    expect((await hooks.webhook(owner, webhook.id)).state).toBe('on');
    const paused = await hooks.sql`
      select kind from chat_services where paused_until > now() + interval '9 minutes'`;
    expect(paused).toEqual([{ kind: 'discord' }]);
  });
});
