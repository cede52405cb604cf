import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { Channel } from '#testing/servers/chat-channel.ts';
import { refusalOf, seconds, WebhookStage } from '#testing/webhook-stage.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());

describe('the webhook of a channel', () => {
  it('shows no token, and its kind, secret and types are those of channels', async () => {
    const owner = await hooks.stage.fan();
    const channel = new Channel(hooks);
    const made = await owner.client.call(contract.createWebhook, {
      body: { url: channel.url, kind: 'discord', types: ['pool.opened'] },
    });
    expect(made.secret).toBeNull();
    expect(await refusalOf(hooks.create(owner, { url: channel.url }))).toMatchObject({
      fields: { url: expect.stringContaining('address of a channel') },
    });
    for (const url of [
      'https://discord.com/api/webhooks/1/abc',
      'https://canary.discord.com./api/webhooks/1/abc/',
      'https://DISCORDAPP.com:8443/api/v10/webhooks/1/%61bc',
      'https://hooks.slack.com/services/T1/B1/abc?x=1',
    ]) {
      expect(await refusalOf(hooks.create(owner, { url }))).toMatchObject({
        fields: { url: expect.stringContaining('address of a channel') },
      });
    }
    const { webhook } = made;
    expect(webhook).toMatchObject({ kind: 'discord', url: expect.stringMatching(/^https:.*\/api\/webhooks\/\d+\/…$/) });
    const params = { id: webhook.id };
    expect(await refusalOf(owner.client.call(contract.rotateWebhookSecret, { params }))).toMatchObject({
      code: 'conflict',
    });
    const change = (body: object) => owner.client.call(contract.changeWebhook, { params, body });
    for (const url of [
      hooks.receiver.url('/'),
      new Channel(hooks, 'slack').url,
      'https://discord.com/api/webhooks/1',
    ]) {
      expect(await refusalOf(change({ url }))).toMatchObject({
        code: 'validation_failed',
        fields: { url: expect.stringContaining('Discord') },
      });
    }
    for (const types of [['payout.paid'], ['pledge.paid'], ['thanks.sent'], ['pool.opened', 'creator.followed']]) {
      expect(await refusalOf(change({ types }))).toMatchObject({
        code: 'validation_failed',
        fields: { types: expect.stringContaining('everyone may read') },
      });
    }
    // The address as answers show it changes nothing.
    expect(await change({ url: webhook.url, description: 'News' })).toMatchObject({ description: 'News' });
    expect(await change({ url: channel.url })).toMatchObject({ url: webhook.url });
    const changed = await hooks.sql`
      select 1 from notifications where user_id = ${owner.id} and kind = 'webhook_changed' and title like '%now sends%'`;
    expect(changed).toEqual([]);
    await owner.client.call(contract.testWebhook, { params });
    await vi.waitFor(() => expect(channel.received()).toHaveLength(1), seconds(20));
  });

  it('is stored as it was copied, also while no name server answers', async () => {
    const owner = await hooks.stage.fan();
    for (const [kind, url, shown] of [
      [
        'discord',
        `https://discord.com/api/webhooks/123456789/${'a'.repeat(68)}`,
        'https://discord.com/api/webhooks/123456789/…',
      ],
      [
        'slack',
        `https://hooks.slack.com/services/T01/B02/${'a'.repeat(24)}`,
        'https://hooks.slack.com/services/T01/B02/…',
      ],
    ] as const) {
      const body = { url, kind, types: ['update.posted' as const] };
      const { webhook } = await owner.client.call(contract.createWebhook, { body });
      expect(webhook.url).toBe(shown);
    }
  });
});
