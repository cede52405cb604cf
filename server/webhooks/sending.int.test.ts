import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EventOf, listEvents } from '#contract/events.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import { rotateSecret } from '#server/rotate-secret.ts';
import { newPath, refusalOf, seconds, signersOf, WebhookStage } from '#testing/webhook-stage.ts';
import { webhookSender } from './run-sender.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

describe('a webhook', () => {
  it('gets each event once, signed, in the order of the log, as the API lists it', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const types = ['pool.opened', 'pledge.placed', 'pool.progress'] as const;
    const { webhook, secret } = await hooks.create(owner, { url: hooks.receiver.url(path), types: [...types] });
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const pool = await hooks.stage.newPool(100_00);
    await hooks.stage.pledge(await hooks.stage.fan(), pool.id, 60_00);
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(4), seconds(20));
    const received = hooks.receiver.received(path);
    const { events: logged } = await owner.client.call(listEvents, { query: { type: types.join(',') } });
    const expected = logged.slice(-4);
    // Two requests may overtake each other.
    const placeOf = ({ id }: { id: string }) => expected.findIndex((one) => one.id === id);
    const events = received
      .map(({ body }): EventOf => JSON.parse(body))
      .toSorted((one, other) => placeOf(one) - placeOf(other));
    expect(events.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(events.map(({ type }) => type)).toEqual(['pool.opened', 'pledge.placed', 'pool.progress', 'pool.progress']);
    // The figures are those of the moment of the try.
    expect(events.slice(1)).toEqual(expected.slice(1));
    for (const one of received) {
      expect(signersOf(one, [secret])).toEqual([0]);
      expect(one.headers['webhook-id']).toBe(JSON.parse(one.body).id);
      expect(one.headers).toMatchObject({
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `Fanfare-Webhooks/1.0 (+${hooks.stage.app.url})`,
      });
      expect(one.headers).not.toHaveProperty('cookie');
    }
    await vi.waitFor(async () => {
      const deliveries = await hooks.deliveries(owner, webhook.id);
      expect(deliveries.map(({ state, status, attempts }) => [state, status, attempts])).toEqual(
        Array.from({ length: 4 }, () => ['succeeded', 204, 1]),
      );
    }, seconds(10));
    const creators = await hooks.create(hooks.people.creator, { url: hooks.receiver.url(newPath()) });
    expect(await hooks.deliveries(hooks.people.creator, creators.webhook.id)).toEqual([]);
  });

  it('is sent once by two nodes', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    await hooks.create(owner, { url: hooks.receiver.url(path) });
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    for (let count = 0; count < 8; count += 1) {
      await hooks.stage.newPool();
      webhookSender(node.context).wake();
      hooks.wake();
    }
    await hooks.stage.settle();
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(8), seconds(20));
    await new Promise((done) => setTimeout(done, 500));
    expect(new Set(hooks.receiver.received(path).map(({ headers }) => headers['webhook-id'])).size).toBe(8);
    expect(hooks.receiver.received(path)).toHaveLength(8);
  });

  it('is tried again with the same id after every answer but 2xx, also a redirect', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook, secret } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const answers = [500, 302, 404, 204];
    hooks.receiver.answers(
      (response) =>
        response.writeHead(answers.shift() ?? 204, { location: hooks.receiver.url('/elsewhere') }).end('no'),
      path,
    );
    await hooks.stage.newPool();
    for (let tries = 1; tries <= 4; tries += 1) {
      await vi.waitFor(async () => {
        const [delivery] = await hooks.deliveries(owner, webhook.id);
        expect(delivery).toMatchObject({ attempts: tries, triedAt: expect.any(String) });
        expect(delivery?.state).toBe(tries < 4 ? 'pending' : 'succeeded');
        expect(delivery?.status).toBe([500, 302, 404, 204][tries - 1]);
      }, seconds(10));
      if (tries === 2) expect((await hooks.webhook(owner, webhook.id)).failingSince).not.toBeNull();
      if (tries < 4) await hooks.hurry(webhook.id);
    }
    const received = hooks.receiver.received(path);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const one of received) expect(signersOf(one, [secret])).toEqual([0]);
    expect(hooks.receiver.received('/elsewhere')).toEqual([]);
    expect(await hooks.webhook(owner, webhook.id)).toMatchObject({ state: 'on', failingSince: null });
  });

  it('is turned off by 410, and its owner is told', async () => {
    const owner = await hooks.stage.fan();
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    hooks.receiver.answers((response) => response.writeHead(410).end(), path);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).state).toBe('gone'), seconds(10));
    const notices = await hooks.sql<{ kind: string; body: string }[]>`
      select kind, body from notifications where user_id = ${owner.id} and kind <> 'webhook_changed'`;
    expect(notices).toEqual([{ kind: 'webhook_off', body: expect.stringContaining('(410)') }]);
    expect(await refusalOf(owner.client.call(contract.testWebhook, { params: { id: webhook.id } }))).toMatchObject({
      code: 'conflict',
    });
    const on = await owner.client.call(contract.changeWebhook, { params: { id: webhook.id }, body: { isOn: true } });
    expect(on.state).toBe('on');
  });

  it('is turned off after five days without a success, and drops what waits', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    hooks.receiver.answers((response) => response.writeHead(500).end(), path);
    await hooks.stage.newPool();
    await vi.waitFor(async () => expect((await hooks.deliveries(owner, webhook.id))[0]?.attempts).toBe(1), seconds(10));
    await hooks.sql`update webhook_endpoints set failing_since = now() - interval '119 hours' where id = ${webhook.id}`;
    await hooks.hurry(webhook.id);
    await vi.waitFor(async () => expect((await hooks.deliveries(owner, webhook.id))[0]?.attempts).toBe(2), seconds(10));
    expect((await hooks.webhook(owner, webhook.id)).state).toBe('on');
    await hooks.sql`update webhook_endpoints set failing_since = now() - interval '121 hours' where id = ${webhook.id}`;
    await hooks.hurry(webhook.id);
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).state).toBe('failing'), seconds(10));
    expect((await hooks.deliveries(owner, webhook.id)).map(({ state }) => state)).toEqual(['dropped']);
    const params = { id: webhook.id };
    hooks.receiver.answers((response) => response.writeHead(204).end(), path);
    const { missedSince } = await owner.client.call(contract.changeWebhook, { params, body: { isOn: true } });
    await owner.client.call(contract.replayWebhook, { params, body: { since: missedSince ?? '' } });
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).missedSince).toBeNull(), seconds(10));
    expect((await hooks.deliveries(owner, webhook.id)).map(({ state }) => state)).not.toContain('dropped');
  });

  it('waits as long as Retry-After says, with everything for this endpoint', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    hooks.receiver.answers((response) => response.writeHead(429, { 'retry-after': '600' }).end(), path);
    await hooks.stage.newPool();
    await vi.waitFor(async () => {
      const { pausedUntil } = await hooks.webhook(owner, webhook.id);
      expect(Date.parse(pausedUntil ?? '') - Date.now()).toBeGreaterThan(590_000);
    }, seconds(10));
    const [delivery] = await hooks.deliveries(owner, webhook.id);
    expect(Date.parse(delivery?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(590_000);
    await hooks.stage.newPool();
    await vi.waitFor(async () => expect(await hooks.deliveries(owner, webhook.id)).toHaveLength(2), seconds(10));
    expect(hooks.receiver.received(path)).toHaveLength(1);
  });

  it('carries two signatures for 24 hours after the secret changed', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook, secret: first } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const params = { id: webhook.id };
    const { secret: second, webhook: rotated } = await owner.client.call(contract.rotateWebhookSecret, { params });
    expect(Date.parse(rotated.previousSecretUntil ?? '') - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    await owner.client.call(contract.testWebhook, { params });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(1), seconds(10));
    const [test] = hooks.receiver.received(path);
    expect(test && signersOf(test, [first, second])).toEqual([1, 0]);
    expect(JSON.parse(test?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    await hooks.sql`update webhook_endpoints set previous_secret_until = now() where id = ${webhook.id}`;
    await owner.client.call(contract.testWebhook, { params });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(2), seconds(10));
    const last = hooks.receiver.received(path)[1];
    expect(last && signersOf(last, [first, second])).toEqual([1]);
  });

  it('keeps its secret when the key that encrypts it changes', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook, secret } = await hooks.create(owner, { url: hooks.receiver.url(path) });
    const [before] = await hooks.sql<
      { secret: Buffer }[]
    >`select secret from webhook_endpoints where id = ${webhook.id}`;
    expect(before?.secret.includes(Buffer.from(secret.replace('whsec_', ''), 'base64'))).toBe(false);
    await rotateSecret(hooks.stage.context, 'webhooks');
    await rotateSecret(hooks.stage.context, 'webhooks', { forget: true });
    const [after] = await hooks.sql<
      { secret: Buffer }[]
    >`select secret from webhook_endpoints where id = ${webhook.id}`;
    expect(after?.secret).not.toEqual(before?.secret);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(1), seconds(10));
    const [test] = hooks.receiver.received(path);
    expect(test && signersOf(test, [secret])).toEqual([0]);
  });
});
