import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCalendar } from '#contract/calendar.ts';
import { exportPath } from '#contract/settings.ts';
import { createWebhook, testWebhook } from '#contract/webhooks/webhooks.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { newApiToken } from '#server/tokens/token-format.ts';
import { OverlayStage } from '#testing/overlays/overlay-stage.ts';
import { WebhookStage } from '#testing/webhook-stage.ts';
import { unzip } from '#testing/zip.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());

type Row = Record<string, unknown>;

it('the export has tokens, webhooks, overlays and calendar links with names and dates, and no secret of them', async () => {
  const { owner } = hooks.people;
  const token = newApiToken();
  const [row] = await hooks.sql<{ id: string }[]>`
    insert into api_tokens (user_id, token_hash, name, scopes, expires_at, last_used_at, last_used_ip)
    values (${owner.id}, ${hashToken(token)}, 'Bot', '{webhooks:write}', now() + interval '1 day', now(), '203.0.113.7') returning id`;
  const headers = { authorization: `Bearer ${token}` };
  const body = { url: hooks.receiver.url('/export'), types: ['pool.opened' as const] };
  const { webhook, secret } = await hooks.stage.app.client().call(createWebhook, { body }, headers);
  await owner.client.call(testWebhook, { params: { id: webhook.id } });
  const pool = await hooks.stage.newPool();
  const { url } = await new OverlayStage(hooks.stage).create(owner, pool);
  const { url: calendar } = await owner.client.call(startCalendar);
  await hooks.sql`update pools set adult = true, owner_id = ${hooks.people.admin.id}, assigned_creator_id = ${owner.id}`;

  const answer = await owner.client.raw('GET', exportPath);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const read = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Row[];
  const fields = (name: string) => [...new Set(read(name).map((each) => Object.keys(each).sort().join(' ')))];

  expect(read('api-tokens')).toMatchObject([
    { id: row?.id, name: 'Bot', lastUsedAt: expect.any(String), lastUsedIp: expect.any(String) },
  ]);
  expect(read('webhooks')).toMatchObject([{ id: webhook.id, url: webhook.url, tokenIds: [row?.id] }]);
  expect(read('overlays')).toMatchObject([{ poolId: pool.id, poolTitle: null }]);
  expect(
    Object.fromEntries(['api-tokens', 'webhooks', 'overlays', 'calendar'].map((name) => [name, fields(name)])),
  ).toEqual({
    'api-tokens': ['createdAt endReason endedAt expiresAt id lastUsedAt lastUsedIp name scopes'],
    webhooks: [
      'createdAt description failedAt failingSince id kind offReason pausedUntil previousSecretUntil scope tokenIds types url',
    ],
    overlays: ['createdAt id openedAt poolId poolTitle settings'],
    calendar: ['changedAt createdAt readAt'],
  });
  expect(fields('webhook-deliveries')).toEqual([
    'answer attempts createdAt durationMs endpointId eventId fault id nextTryAt state status triedAt type',
  ]);
  const everything = [...files.values()].map(String).join('\n');
  for (const text of [token, secret, url.split('/').at(-1), calendar.split('/').at(-1)?.replace('.ics', '')]) {
    expect(text?.length).toBeGreaterThan(30);
    expect(everything).not.toContain(text);
  }
});
