import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import { newPath, refusalOf, seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { webhookSender } from './run-sender.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

describe('sending again', () => {
  it('replays everything since a time, and one delivery, with the same ids', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const begin = new Date().toISOString();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const params = { id: webhook.id };
    await hooks.stage.newPool();
    await hooks.stage.newPool();
    await vi.waitFor(async () => {
      const states = (await hooks.deliveries(owner, webhook.id)).map(({ state }) => state);
      expect(states).toEqual(['succeeded', 'succeeded']);
    }, seconds(10));
    const ids = hooks.receiver.received(path).map(({ headers }) => headers['webhook-id']);
    await owner.client.call(contract.replayWebhook, { params, body: { since: begin } });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(4), seconds(10));
    expect(
      hooks.receiver
        .received(path)
        .map(({ headers }) => headers['webhook-id'])
        .slice(2)
        .toSorted(),
    ).toEqual(ids.toSorted());
    await vi.waitFor(async () => {
      expect((await hooks.deliveries(owner, webhook.id)).every(({ state }) => state === 'succeeded')).toBe(true);
    }, seconds(10));
    const [last] = await hooks.deliveries(owner, webhook.id);
    await owner.client.call(contract.resendDelivery, { params: { id: last?.id ?? '' } });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(5), seconds(10));
    expect(hooks.receiver.received(path)[4]?.headers['webhook-id']).toBe(last?.eventId);
    const tooOld = new Date(Date.now() - webhookLimits.keptMs - 60_000).toISOString();
    const refused = async (since: string) =>
      (await refusalOf(owner.client.call(contract.replayWebhook, { params, body: { since } }))).fields?.since;
    for (const since of [tooOld, new Date(Date.now() + 60_000).toISOString()]) {
      expect(await refused(since)).toBe('Choose a time within the last 30 days.');
    }
    for (const since of ['', 'yesterday', begin.slice(0, 10), begin.slice(0, 16)]) {
      expect(await refused(since)).toMatch(/^Give a time with its zone/);
    }
    await owner.client.call(contract.changeWebhook, { params, body: { isOn: false } });
    const off = owner.client.call(contract.replayWebhook, { params, body: { since: begin } });
    expect(await refusalOf(off)).toMatchObject({ code: 'conflict', message: 'This webhook is off. Turn it on first.' });
  });

  it('never repeats after a restore what was sent before', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    hooks.receiver.answers((response) => response.writeHead(500).end(), path);
    await hooks.stage.newPool();
    await vi.waitFor(async () => expect((await hooks.deliveries(owner, webhook.id))[0]?.status).toBe(500), seconds(10));
    await webhookSender(hooks.stage.context).stop();
    await hooks.sql`update webhook_endpoints set position = 0`;
    await hooks.stage.context.db.tx(async (tx) => {
      for (const module of hooks.stage.app.modules)
        if (module.routes[0]?.endpoint.path.includes('webhook')) await module.afterRestore?.(tx);
    });
    expect((await hooks.deliveries(owner, webhook.id)).map(({ state }) => state)).toEqual(['dropped']);
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    webhookSender(node.context).wake();
    await new Promise((done) => setTimeout(done, 1000));
    expect(await hooks.deliveries(owner, webhook.id)).toHaveLength(1);
    expect(hooks.receiver.received(path)).toHaveLength(1);
  });
});
