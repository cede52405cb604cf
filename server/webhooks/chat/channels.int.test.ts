import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { createPool } from '#contract/pools/pools.ts';
import { addUpdateComment, postUpdate } from '#contract/updates.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import { poolFormOf } from '#testing/builders.ts';
import { Channel, plain, type SlackMessage } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';

// cspell:ignore eine Testnachricht Neuigkeiten erscheinen diesem Kanal Fast fertig

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open([], { LOCALES: 'en,de' });
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
  await hooks.sql`delete from chat_service_refusals`;
  await hooks.sql`delete from chat_services`;
});

const arrived = (channel: Channel, count = 1) =>
  vi.waitFor(() => expect(channel.received()).toHaveLength(count), seconds(20));
const settled = async (id: string, count: number) => {
  await vi.waitFor(async () => {
    const done = await hooks.sql`select 1 from webhook_deliveries where endpoint_id = ${id} and state <> 'pending'`;
    expect(done).toHaveLength(count);
  }, seconds(20));
  return hooks.sql<{ state: string; type: string }[]>`
    select state, type from webhook_deliveries where endpoint_id = ${id} order by position`;
};

describe('a channel of Discord', () => {
  it('gets a message with a link and the share picture, which mentions no one', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    const pool = await hooks.stage.newPool(100_00);
    await arrived(channel);
    const [received] = channel.received();
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(received?.headers).not.toHaveProperty('webhook-signature');
    const [message] = channel.messages();
    expect(plain(message?.content)).toBe('“A song about rain” is open for pledges. The goal is $100.');
    expect(message?.allowed_mentions).toEqual({ parse: [] });
    const [embed] = message?.embeds ?? [];
    expect(plain(embed?.title)).toBe('A song about rain');
    expect(embed?.url).toBe(`${hooks.stage.app.url}${pool.canonicalPath}`);
    expect(embed?.image?.url).toMatch(new RegExp(`^${hooks.stage.app.url}/share/pool/${pool.id}\\.jpg`));
    await hooks.newest(owner, webhook.id, { state: 'succeeded', status: 200, attempts: 1 });
    const [delivery] = await hooks.deliveries(owner, webhook.id);
    const details = await owner.client.call(contract.getDelivery, { params: { id: delivery?.id ?? '' } });
    expect(details.payload).toEqual(message);
  });

  it('gets what people write, without its Markdown, its mentions and its disguises', async () => {
    const { owner, creator } = hooks.people;
    const channel = new Channel(hooks);
    await channel.create(owner, { types: ['update.posted', 'comment.made'] });
    const pool = await hooks.stage.newPool();
    const name = '**@everyone** [free](https://evil.example) <@1>';
    await hooks.sql`update creator_profiles set display_name = ${name} where owner_id = ${creator.id}`;
    const content = '# Hello\n@here ||secret|| <#1>';
    const body = { content, audience: 'everyone', requestKey: randomUUID() } as const;
    await creator.client.call(postUpdate, { params: { id: pool.id }, body });
    await arrived(channel);
    const [message] = channel.messages();
    expect(plain(message?.content)).toBe(`${name} posted an update about “A song about rain”.`);
    expect(plain(message?.embeds[0]?.description)).toBe(content);
    for (const text of [message?.content, message?.embeds[0]?.description]) {
      expect(text?.replace(/\\./g, '')).not.toMatch(/[*_~`|<>@#[\]()]/);
    }
    expect(message?.embeds[0]?.image).toBeUndefined();
    const disguised = 'A\u202eB\nC\u0007D';
    await hooks.sql`update creator_profiles set display_name = ${disguised} where owner_id = ${creator.id}`;
    await creator.client.call(addComment, { params: { id: pool.id }, body: { content: 'Soon' } });
    await arrived(channel, 2);
    expect(channel.contents()[1]).toBe('AB CD commented on “A song about rain”.');
    await hooks.sql`update creator_profiles set display_name = 'A Creator' where owner_id = ${creator.id}`;
  });

  it('gets no words that only contributors may read', async () => {
    const { owner, creator } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner, { types: ['update.posted', 'comment.made'] });
    const pool = await hooks.stage.newPool();
    const body = { content: 'For your eyes only', audience: 'contributors', requestKey: randomUUID() } as const;
    const update = await creator.client.call(postUpdate, { params: { id: pool.id }, body });
    await arrived(channel);
    expect(channel.contents()[0]).toMatch(/posted an update about “A song about rain” for its contributors\.$/);
    await creator.client.call(addUpdateComment, { params: { id: update.id }, body: { content: 'Secret' } });
    const states = await settled(webhook.id, 2);
    expect(states).toEqual([
      { state: 'succeeded', type: 'update.posted' },
      { state: 'dropped', type: 'comment.made' },
    ]);
    expect(JSON.stringify(channel.received())).not.toMatch(/eyes only|Secret/);
  });

  it('gets nothing about adult pools and pools that visitors do not see, also after the event', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    const changes = ['adult = true', "status = 'removed'", "status = 'in_review'"];
    for (const change of changes) {
      const pool = await hooks.stage.newPool();
      await vi.waitFor(async () => {
        const fed = await hooks.sql`
          select 1 from webhook_deliveries d join events e on e.id = d.event_id where e.pool_id = ${pool.id}`;
        expect(fed).toHaveLength(1);
      }, seconds(20));
      await hooks.sql`update pools set ${hooks.sql.unsafe(change)} where id = ${pool.id}`;
    }
    await hooks.hurry(webhook.id);
    expect(await settled(webhook.id, changes.length)).toEqual(
      changes.map(() => ({ state: 'dropped', type: 'pool.opened' })),
    );
    expect(channel.received()).toEqual([]);
    await hooks.sql`update pools set adult = false, status = 'open'`;
  });

  it('gets nothing that its owner may no longer read', async () => {
    const { owner, admin } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    const pool = await hooks.stage.newPool();
    await vi.waitFor(async () => expect(await hooks.deliveries(owner, webhook.id)).toHaveLength(1), seconds(20));
    await hooks.sql`update pools set owner_id = ${admin.id} where id = ${pool.id}`;
    await hooks.hurry(webhook.id);
    expect(await settled(webhook.id, 1)).toEqual([{ state: 'dropped', type: 'pool.opened' }]);
    expect(channel.received()).toEqual([]);
  });

  it('reads the language of its owner', async () => {
    const owner = await hooks.stage.fan();
    await hooks.sql`update users set locale = 'de' where id = ${owner.id}`;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner, { types: ['pool.opened', 'update.posted', 'comment.made'] });
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await arrived(channel);
    expect(channel.contents()[0]).toBe(
      'Das ist eine Testnachricht. Neuigkeiten von Fanfare erscheinen in diesem Kanal.',
    );
    const pool = await owner.client.call(createPool, { body: poolFormOf() });
    await arrived(channel, 2);
    await owner.client.call(addComment, { params: { id: pool.id }, body: { content: 'Bald' } });
    await arrived(channel, 3);
    const body = { content: 'Fast fertig', audience: 'everyone', requestKey: randomUUID() } as const;
    await owner.client.call(postUpdate, { params: { id: pool.id }, body });
    await arrived(channel, 4);
    // The pages are in the language of the message.
    const links = channel.messages().flatMap(({ embeds }) => embeds.map(({ url }) => new URL(url).pathname));
    expect(links).toHaveLength(3);
    expect(links.filter((path) => !path.startsWith('/de/'))).toEqual([]);
  });

  it('gets a test message once, also if it fails', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await arrived(channel);
    expect(channel.contents()).toEqual(['This is a test message. News from Fanfare will appear in this channel.']);
    expect(channel.messages()[0]?.embeds).toEqual([]);
    await hooks.newest(owner, webhook.id, { state: 'succeeded' });
    channel.refuses(500);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await hooks.newest(owner, webhook.id, { state: 'failed', attempts: 1, status: 500 });
    expect(channel.received()).toHaveLength(2);
  });

  it.each([401, 403, 404])('is turned off by %i at once, and its owner is told', async (status) => {
    const owner = await hooks.stage.fan();
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    channel.refuses(status);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).state).toBe('refused'), seconds(10));
    expect(channel.received()).toHaveLength(1);
    const notices = await hooks.sql<{ title: string; body: string }[]>`
      select title, body from notifications where user_id = ${owner.id} and kind = 'webhook_off'`;
    expect(notices).toEqual([
      {
        title: expect.stringContaining(hooks.receiver.host),
        body: expect.stringContaining('no longer takes messages'),
      },
    ]);
    // Another address works again.
    const other = new Channel(hooks);
    const params = { id: webhook.id };
    await owner.client.call(contract.changeWebhook, { params, body: { url: other.url, isOn: true } });
    await owner.client.call(contract.testWebhook, { params });
    await arrived(other);
  });

  it('is not turned off by the late answer of an address that it no longer has', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    let answer: (() => void) | undefined;
    channel.answers((response) => {
      answer = () => response.writeHead(404).end();
    });
    const params = { id: webhook.id };
    await owner.client.call(contract.testWebhook, { params });
    await vi.waitFor(() => expect(answer).toBeDefined(), seconds(10));
    await owner.client.call(contract.changeWebhook, { params, body: { url: new Channel(hooks).url } });
    answer?.();
    await hooks.newest(owner, webhook.id, { state: 'failed', status: 404 });
    expect((await hooks.webhook(owner, webhook.id)).state).toBe('on');
  });

  it('waits until its limit resets, and follows no redirect', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const webhook = await channel.create(owner);
    channel.answers((response) =>
      response.writeHead(200, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '2.5' }).end('{}'),
    );
    await hooks.stage.newPool();
    await arrived(channel);
    await hooks.newest(owner, webhook.id, { state: 'succeeded' });
    await hooks.stage.newPool();
    await arrived(channel, 2);
    const [first, second] = channel.received();
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2400);
    await hooks.sql`update webhook_endpoints set paused_until = null`;
    const elsewhere = new Channel(hooks);
    channel.answers((response) => response.writeHead(307, { location: elsewhere.url }).end());
    await hooks.stage.newPool();
    await hooks.newest(owner, webhook.id, { state: 'pending', status: 307 });
    expect(elsewhere.received()).toEqual([]);
  });
});

describe('a channel of Slack', () => {
  it('gets a message in plain text, and goes without the picture once Slack has refused it', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks, 'slack');
    const webhook = await channel.create(owner);
    channel.refuses(400);
    const pool = await hooks.stage.newPool(100_00);
    await hooks.newest(owner, webhook.id, { state: 'pending', status: 400 });
    channel.answers((response) => response.writeHead(200).end('ok'));
    await hooks.hurry(webhook.id);
    await arrived(channel, 2);
    const [first, second] = channel.received().map(({ body }): SlackMessage => JSON.parse(body));
    expect(first?.text).toBe('“A song about rain” is open for pledges. The goal is $100.');
    expect(first?.blocks.map(({ type }) => type)).toEqual(['section', 'image', 'section']);
    expect(first?.blocks[0]?.text).toMatchObject({ type: 'plain_text', text: first?.text });
    expect(first?.blocks[1]?.image_url).toContain(`/share/pool/${pool.id}.jpg`);
    expect(first?.blocks[2]?.text?.text).toBe(`<${hooks.stage.app.url}${pool.canonicalPath}|Open the pool>`);
    expect(second?.blocks.map(({ type }) => type)).toEqual(['section', 'section']);
    await hooks.newest(owner, webhook.id, { state: 'succeeded' });
  });

  it('is turned off once its channel is archived', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks, 'slack');
    const webhook = await channel.create(owner);
    channel.refuses(410);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).state).toBe('refused'), seconds(10));
  });
});
