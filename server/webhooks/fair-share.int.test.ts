import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { newPath, seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { lanes, webhookSender } from './run-sender.ts';
import { claimDeliveries, type Lane, lockDueEndpoints, markFailure, markSuccess, storeTries } from './sending.sql.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
  // The tests claim deliveries.
  await webhookSender(hooks.stage.context).stop();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

const day = 24 * 60 * 60_000;

function claim(lane: Lane): Promise<string[]> {
  return hooks.stage.context.db.tx(async (tx) => {
    const endpoints = await lockDueEndpoints(tx, lane, 200);
    const ids = endpoints.map(({ id }) => id);
    const claimed = await claimDeliveries(tx, ids, { ...lane, limit: 200, leaseMs: 45_000 });
    return claimed.map(({ endpointId }) => endpointId);
  });
}

/** Webhooks of a person with three deliveries each. */
async function busyWebhooks(who: typeof hooks.people.owner, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await hooks.create(who)).webhook.id);
  await hooks.sql`
    insert into webhook_deliveries (endpoint_id, event_id, type)
    select e, gen_random_uuid(), 'pool.opened' from unnest(${ids}::uuid[]) e cross join generate_series(1, 3)`;
  return ids;
}

async function endpointOf(id: string) {
  const [row] = await hooks.sql<{ isFailing: boolean; failingDays: number; isSlow: boolean; isPaused: boolean }[]>`
    select failing_since is not null as is_failing, extract(day from now() - failing_since)::int as failing_days, is_slow,
      coalesce(paused_until > now(), false) as is_paused
    from webhook_endpoints where id = ${id}`;
  return row;
}

describe('the share', () => {
  it('of a person ends at eight requests, however many webhooks they have, and leaves others theirs', async () => {
    const ids = await busyWebhooks(hooks.people.owner, 10);
    const [other] = await busyWebhooks(hooks.people.creator, 1);
    const first = await claim(lanes.healthy);
    expect(first.filter((id) => ids.includes(id))).toHaveLength(8);
    expect(first.filter((id) => id === other)).toHaveLength(2);
    expect(await claim(lanes.healthy)).toEqual([]);
    // A webhook that is turned off has its requests on their way.
    const { owner } = hooks.people;
    for (const id of new Set(first.filter((id) => ids.includes(id)))) {
      await owner.client.call(contract.changeWebhook, { params: { id }, body: { isOn: false } });
    }
    expect(await claim(lanes.healthy)).toEqual([]);
  });

  it('of a slow webhook is that of one that fails, also after its owner turned it on again', async () => {
    const [id = ''] = await busyWebhooks(hooks.people.owner, 1);
    await hooks.sql`update webhook_endpoints set is_slow = true`;
    const params = { id };
    const { client } = hooks.people.owner;
    await client.call(contract.changeWebhook, { params, body: { isOn: false } });
    const url = hooks.receiver.url(newPath());
    await client.call(contract.changeWebhook, { params, body: { isOn: true, url } });
    await hooks.sql`update webhook_deliveries set state = 'pending'`;
    expect(await claim(lanes.healthy)).toEqual([]);
    expect(await claim(lanes.failing)).toEqual([id]);
    expect(await claim(lanes.failing)).toEqual([]);
  });
});

describe('the outcome of a try', () => {
  it('at an address that has changed meanwhile says nothing about the new one', async () => {
    const { webhook } = await hooks.create(hooks.people.owner);
    const kind = 'webhook';
    const secret = Buffer.alloc(0);
    const tried = {
      endpointId: webhook.id,
      kind,
      secret,
      url: hooks.receiver.url('/before'),
      type: 'pool.opened',
    } as const;
    const times = { pauseMs: day, gapMs: 2 * day };
    const { db } = hooks.stage.context;
    expect(await db.tx((tx) => markFailure(tx, tried, times))).toBeUndefined();
    expect(await endpointOf(webhook.id)).toMatchObject({ isFailing: false, isPaused: false });
    expect(await db.tx((tx) => markFailure(tx, { ...tried, url: webhook.url }, times))).toBeDefined();
    await db.tx((tx) => markSuccess(tx, tried, 0));
    expect(await endpointOf(webhook.id)).toMatchObject({ isFailing: true, isPaused: true });
  });

  it('does not overwrite what happened since its lease ended, unless the receiver took the event', async () => {
    const [id = ''] = await busyWebhooks(hooks.people.owner, 1);
    const [delivery] = await hooks.deliveries(hooks.people.owner, id);
    const tried = { id: delivery?.id ?? '', attempts: 1 };
    await hooks.sql`
      update webhook_deliveries set attempts = 2, leased_until = now() + interval '1 minute' where id = ${tried.id}`;
    const outcome = { status: 500, fault: null, answer: '', durationMs: 1 };
    const { db } = hooks.stage.context;
    await db.tx((tx) => storeTries(tx, [{ ...tried, state: 'failed', retryMs: 0 }], outcome));
    const leased = () => hooks.sql`select 1 from webhook_deliveries where id = ${tried.id} and leased_until > now()`;
    expect(await leased()).toHaveLength(1);
    await db.tx((tx) => storeTries(tx, [{ ...tried, state: 'succeeded', retryMs: 0 }], { ...outcome, status: 204 }));
    const newest = await hooks.deliveries(hooks.people.owner, id);
    expect(newest.find((one) => one.id === tried.id)).toMatchObject({ state: 'succeeded', status: 204 });
  });

  it('counts toward five days only while events fail again and again', async () => {
    const { webhook } = await hooks.create(hooks.people.owner);
    const times = { pauseMs: 0, gapMs: 2 * day };
    const { db } = hooks.stage.context;
    const failing = async (type: 'pool.opened' | 'webhook.test') => {
      const tried = {
        endpointId: webhook.id,
        kind: 'webhook',
        secret: Buffer.alloc(0),
        url: webhook.url,
        type,
      } as const;
      await db.tx((tx) => markFailure(tx, tried, times));
      return (await endpointOf(webhook.id))?.failingDays;
    };
    expect(await failing('webhook.test')).toBeNull();
    expect(await failing('pool.opened')).toBe(0);
    await hooks.sql`update webhook_endpoints set failing_since = now() - interval '4 days', failed_at = now() - interval '1 day'`;
    expect(await failing('pool.opened')).toBe(4);
    await hooks.sql`update webhook_endpoints set failed_at = now() - interval '3 days'`;
    expect(await failing('webhook.test')).toBe(4);
    expect(await failing('pool.opened')).toBe(0);
  });
});

describe('with a sender', () => {
  it('a pause stays after a success, shows in the next try, and ends with a test', async () => {
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const waiting: Parameters<Parameters<typeof hooks.receiver.answers>[0]>[0][] = [];
    hooks.receiver.answers((response) => void waiting.push(response), path);
    await hooks.stage.newPool();
    await hooks.stage.newPool();
    webhookSender(node.context).wake();
    await vi.waitFor(() => expect(waiting).toHaveLength(2), seconds(10));
    hooks.receiver.answers((response) => response.writeHead(204).end(), path);
    waiting[0]?.writeHead(429, { 'retry-after': '3600' }).end();
    await vi.waitFor(
      async () => expect((await hooks.webhook(owner, webhook.id)).pausedUntil).not.toBeNull(),
      seconds(10),
    );
    waiting[1]?.writeHead(204).end();
    await vi.waitFor(async () => {
      const states = (await hooks.deliveries(owner, webhook.id)).map(({ state }) => state);
      expect(states.toSorted()).toEqual(['pending', 'succeeded']);
    }, seconds(10));
    const { pausedUntil } = await hooks.webhook(owner, webhook.id);
    expect(Date.parse(pausedUntil ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    await hooks.stage.newPool();
    await hooks.newest(owner, webhook.id, { nextTryAt: pausedUntil });
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    webhookSender(node.context).wake();
    await hooks.newest(owner, webhook.id, { isTest: true, state: 'succeeded' });
    expect((await hooks.webhook(owner, webhook.id)).pausedUntil).toBeNull();
  });

  it('an answer that takes long makes the webhook slow, and a quick one makes it quick again', async () => {
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const params = { id: webhook.id };
    hooks.receiver.answers((response) => setTimeout(() => response.writeHead(204).end(), 3100), path);
    await owner.client.call(contract.testWebhook, { params });
    webhookSender(node.context).wake();
    await hooks.newest(owner, webhook.id, { state: 'succeeded' });
    expect(await endpointOf(webhook.id)).toMatchObject({ isSlow: true });
    hooks.receiver.answers((response) => response.writeHead(204).end(), path);
    await owner.client.call(contract.testWebhook, { params });
    webhookSender(node.context).wake();
    await vi.waitFor(async () => expect(await endpointOf(webhook.id)).toMatchObject({ isSlow: false }), seconds(10));
  });
});
