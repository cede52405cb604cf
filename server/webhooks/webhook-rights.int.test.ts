import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { makeReport } from '#contract/reports.ts';
import { revokeToken } from '#contract/tokens.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { newApiToken } from '#server/tokens/token-format.ts';
import type { Person } from '#testing/insert-person.ts';
import { newPath, refusalOf, seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { endWithoutRights } from './end-without-rights.ts';
import { sendDeliveries } from './send-delivery.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

/** A new API token that manages webhooks. */
async function tokenOf({ id }: Person) {
  const token = newApiToken();
  const [row] = await hooks.sql<{ id: string }[]>`
    insert into api_tokens (user_id, token_hash, name, scopes, expires_at)
    values (${id}, ${hashToken(token)}, 'Bot', '{webhooks:write}', now() + interval '1 day') returning id`;
  return { id: row?.id ?? '', client: hooks.stage.app.client(), headers: { authorization: `Bearer ${token}` } };
}

describe('rights', () => {
  /** A delivery that failed once, and what happens at its next try after `change`. */
  async function nextTryAfter(who: Person, more: Parameters<typeof hooks.create>[1], change: () => Promise<unknown>) {
    const path = newPath();
    const { webhook } = await hooks.create(who, { url: hooks.receiver.url(path), ...more });
    hooks.receiver.answers((response) => response.writeHead(500).end(), path);
    await hooks.stage.newPool();
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(1), seconds(10));
    await vi.waitFor(async () => {
      const [row] =
        await hooks.sql`select 1 from webhook_deliveries where endpoint_id = ${webhook.id} and status = 500`;
      expect(row).toBeDefined();
    }, seconds(10));
    await change();
    await hooks.hurry(webhook.id);
    await vi.waitFor(async () => {
      const [row] = await hooks.sql<{ state: string }[]>`
        select state from webhook_deliveries where endpoint_id = ${webhook.id}`;
      expect(row?.state ?? 'deleted').not.toBe('pending');
    }, seconds(10));
    expect(hooks.receiver.received(path)).toHaveLength(1);
    return webhook.id;
  }

  it('are those of the moment: nothing goes to the owner of a pool that changed hands', async () => {
    const { owner } = hooks.people;
    const other = await hooks.stage.fan();
    await nextTryAfter(owner, {}, () => hooks.sql`update pools set owner_id = ${other.id}`);
    await hooks.sql`update pools set owner_id = ${owner.id}`;
  });

  it('end with the role of a creator, whose own requests for these pools are refused, too', async () => {
    const { creator } = hooks.people;
    await nextTryAfter(creator, {}, () => hooks.sql`update users set role = 'user' where id = ${creator.id}`);
    await hooks.sql`update users set role = 'creator' where id = ${creator.id}`;
  });

  it('end with a suspension and with the role of an admin', async () => {
    const first = await nextTryAfter(hooks.people.owner, {}, () => hooks.people.owner.suspend());
    const [row] = await hooks.sql<
      { offReason: string }[]
    >`select off_reason from webhook_endpoints where id = ${first}`;
    expect(row?.offReason).toBe('rights');
    await hooks.sql`update users set suspended_at = null`;
    const { admin } = hooks.people;
    await nextTryAfter(admin, { scope: 'site' }, async () => {
      await hooks.sql`update users set role = 'admin' where id = ${hooks.people.creator.id}`;
      await hooks.sql`update users set role = 'user' where id = ${admin.id}`;
    });
    await hooks.sql`update users set role = 'admin' where id = ${admin.id}`;
    await hooks.sql`update users set role = 'creator' where id = ${hooks.people.creator.id}`;
  });

  it('end with a second factor that the role requires and the admin lacks', async () => {
    const roles = hooks.stage.context.config.rolesWithFactor as string[];
    const { admin } = hooks.people;
    const id = await nextTryAfter(admin, { scope: 'site' }, async () => roles.push('admin'));
    roles.pop();
    expect((await hooks.webhook(admin, id)).state).toBe('rights');
  });

  it('are checked by each try, also before a look has turned the webhook off', async () => {
    const { admin } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(admin, { scope: 'site', url: hooks.receiver.url(path) });
    const [test] = await hooks.sql<{ id: string }[]>`
      insert into webhook_deliveries (endpoint_id, event_id, type, next_try_at)
      values (${webhook.id}, gen_random_uuid(), 'webhook.test', now() + interval '1 day') returning id`;
    const { context } = hooks.stage;
    const roles = context.config.rolesWithFactor as string[];
    roles.push('admin');
    await sendDeliveries(context, { deliveryIds: [test?.id ?? ''] }, new AbortController().signal);
    roles.pop();
    expect(hooks.receiver.received(path)).toEqual([]);
  });

  it('of admins let them have the events of the installation, and no one else', async () => {
    const path = newPath();
    const types = ['report.made'] as const;
    await hooks.create(hooks.people.admin, { url: hooks.receiver.url(path), scope: 'site', types: [...types] });
    const pool = await hooks.stage.newPool();
    const reporter = await hooks.stage.fan();
    await reporter.client.call(makeReport, {
      body: { kind: 'pool', id: pool.id, reason: 'This is spam' },
    });
    await vi.waitFor(() => expect(hooks.receiver.received(path)).toHaveLength(1), seconds(10));
    const { items } = await hooks.people.admin.client.call(listAudit, { query: { action: 'webhook.created' } });
    expect(items[0]).toMatchObject({ target: { kind: 'webhook' }, after: { host: hooks.receiver.host, on: true } });
    expect(await refusalOf(hooks.create(reporter, { scope: 'site', types: [...types] }))).toMatchObject({
      code: 'forbidden',
    });
    expect((await refusalOf(hooks.create(reporter, { types: [...types] }))).fields).toHaveProperty('types');
    expect(
      (await refusalOf(hooks.create(hooks.people.admin, { scope: 'site', types: ['payout.paid'] }))).fields,
    ).toHaveProperty('types');
  });

  it('of an API token leave out the webhooks of the site', async () => {
    const { admin } = hooks.people;
    const { webhook: site } = await hooks.create(admin, { scope: 'site' });
    const { client, headers } = await tokenOf(admin);
    const body = { url: hooks.receiver.url('/'), types: ['pool.opened' as const] };
    const { webhook: mine } = await client.call(contract.createWebhook, { body }, headers);
    expect((await client.call(contract.listWebhooks, {}, headers)).webhooks).toEqual([mine]);
    const params = { id: site.id };
    const isOn = { params, body: { isOn: false } };
    expect((await refusalOf(client.call(contract.changeWebhook, isOn, headers))).code).toBe('not_found');
    const ofSite = { body: { ...body, scope: 'site' as const } };
    expect((await refusalOf(client.call(contract.createWebhook, ofSite, headers))).code).toBe('forbidden');
    expect((await admin.client.call(contract.listWebhooks)).webhooks).toHaveLength(2);
  });

  it('end with the API token that made the webhook, whose owner gets notices and can take the webhook over', async () => {
    const owner = await hooks.stage.fan();
    const token = await tokenOf(owner);
    const body = { url: hooks.receiver.url(newPath()), types: ['pool.opened' as const] };
    const { webhook } = await token.client.call(contract.createWebhook, { body }, token.headers);
    const params = { id: webhook.id };
    const notices = () =>
      hooks.sql<{ kind: string; title: string; body: string }[]>`
        select kind, title, body from notifications where user_id = ${owner.id} order by created_at`;
    expect(await notices()).toEqual([
      {
        kind: 'webhook_changed',
        title: `A webhook to ${hooks.receiver.host} was added`,
        body: expect.stringContaining('with your API token “Bot”'),
      },
    ]);
    await owner.client.call(revokeToken, { params: { id: token.id } });
    hooks.wake();
    await vi.waitFor(async () => expect((await hooks.webhook(owner, webhook.id)).state).toBe('token'), seconds(10));
    expect((await notices())[1]).toMatchObject({
      kind: 'webhook_off',
      body: expect.stringContaining('API token that has ended'),
    });
    const turnOn = { params, body: { isOn: true } };
    const other = await tokenOf(owner);
    const refused = await refusalOf(other.client.call(contract.changeWebhook, turnOn, other.headers));
    expect(refused.code).toBe('proof_required');
    await owner.client.call(contract.changeWebhook, turnOn);
    await endWithoutRights(hooks.stage.context);
    expect((await hooks.webhook(owner, webhook.id)).state).toBe('on');
  });

  it('end with any API token that changed the address or the secret, also in a try that waits', async () => {
    const { owner } = hooks.people;
    const token = await tokenOf(owner);
    const id = await nextTryAfter(owner, {}, async () => {
      const [row] = await hooks.sql<{ id: string }[]>`select id from webhook_endpoints where user_id = ${owner.id}`;
      const params = { id: row?.id ?? '' };
      await token.client.call(contract.rotateWebhookSecret, { params }, token.headers);
      await owner.client.call(contract.rotateWebhookSecret, { params });
      const { db, facts } = hooks.stage.context;
      await db.tx((tx) => facts.publish(tx, 'user.sessions_ended', { userId: owner.id }));
    });
    expect((await hooks.webhook(owner, id)).state).toBe('token');
    const titles = await hooks.sql`
      select title, body like '%Bot%' as by_token from notifications
      where user_id = ${owner.id} and href like ${`%${id}`} order by created_at`;
    const secret = `The secret of your webhook to ${hooks.receiver.host} was changed`;
    expect(titles).toMatchObject([
      { title: expect.stringContaining('was added'), byToken: false },
      { title: secret, byToken: true },
      { title: secret, byToken: false },
      { title: expect.stringContaining('is off') },
    ]);
  });

  it('to an event begin with its type: what happened before is not sent', async () => {
    const { owner } = hooks.people;
    const path = newPath();
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(path), types: ['payout.paid'] });
    await hooks.stage.newPool();
    const body = { types: ['payout.paid' as const, 'pool.opened' as const] };
    await owner.client.call(contract.changeWebhook, { params: { id: webhook.id }, body });
    const pool = await hooks.stage.newPool();
    await vi.waitFor(() => expect(hooks.receiver.received(path)).not.toEqual([]), seconds(10));
    await hooks.newest(owner, webhook.id, { state: 'succeeded' });
    expect(hooks.receiver.received(path).map(({ body }) => JSON.parse(body).data.pool.id)).toEqual([pool.id]);
  });

  it('need a fresh proof for a new webhook, another address and a new secret', async () => {
    const { owner } = hooks.people;
    const { webhook } = await hooks.create(owner);
    hooks.stage.context.http.setSessionReader(async () => ({
      userId: owner.id,
      role: 'user',
      username: 'owner',
      locale: 'en',
      suspended: false,
      emailVerified: true,
      sessionId: owner.id,
      hasFreshProof: false,
    }));
    const params = { id: webhook.id };
    const url = hooks.receiver.url('/other');
    const calls = [
      () => hooks.create(owner),
      () => owner.client.call(contract.changeWebhook, { params, body: { url } }),
      () => owner.client.call(contract.rotateWebhookSecret, { params }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe('proof_required');
    const body = { url: webhook.url, description: 'Bot' };
    expect((await owner.client.call(contract.changeWebhook, { params, body })).description).toBe('Bot');
    // It brings back the reader with a fresh proof.
    await hooks.stage.fan();
  });

  it('end with the account, and its webhooks are deleted', async () => {
    const owner = await hooks.stage.fan();
    const { webhook } = await hooks.create(owner);
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    const { db, facts } = hooks.stage.context;
    await db.tx((tx) => facts.publish(tx, 'user.left', { userId: owner.id }));
    expect(await hooks.sql`select 1 from webhook_endpoints where user_id = ${owner.id}`).toEqual([]);
    expect(await hooks.sql`select 1 from webhook_deliveries where endpoint_id = ${webhook.id}`).toEqual([]);
  });

  it('do not come back with a webhook that is written when the account is deleted', async () => {
    const owner = await hooks.stage.fan();
    const { webhook } = await hooks.create(owner);
    const { context } = hooks.stage;
    const [user] = await hooks.sql<Parameters<typeof eraseAccount>[2][]>`select * from users where id = ${owner.id}`;
    if (!user) throw new Error('there is no such person');
    await context.db.tx((tx) => eraseAccount(context, tx, user));
    const late = hooks.sql`
      insert into webhook_endpoints (user_id, scope, url, description, types, secret, position)
      values (${owner.id}, 'mine', ${webhook.url}, '', '{pool.opened}', '', 0)`;
    await expect(late).rejects.toMatchObject({ code: 'FF401' });
  });

  it('do not reach the webhooks of others', async () => {
    const { owner, creator, admin } = hooks.people;
    const { webhook } = await hooks.create(owner, { url: hooks.receiver.url(newPath()) });
    await owner.client.call(contract.testWebhook, { params: { id: webhook.id } });
    const [delivery] = await hooks.deliveries(owner, webhook.id);
    const params = { id: webhook.id };
    for (const { client } of [creator, admin]) {
      const calls = [
        () => client.call(contract.getWebhook, { params }),
        () => client.call(contract.changeWebhook, { params, body: { isOn: false } }),
        () => client.call(contract.deleteWebhook, { params }),
        () => client.call(contract.rotateWebhookSecret, { params }),
        () => client.call(contract.testWebhook, { params }),
        () => client.call(contract.replayWebhook, { params, body: { since: new Date().toISOString() } }),
        () => client.call(contract.listDeliveries, { params, query: {} }),
        () => client.call(contract.getDelivery, { params: { id: delivery?.id ?? '' } }),
        () => client.call(contract.resendDelivery, { params: { id: delivery?.id ?? '' } }),
      ];
      for (const call of calls) expect((await refusalOf(call())).code).toBe('not_found');
      expect((await client.call(contract.listWebhooks)).webhooks).toEqual([]);
    }
  });
});
