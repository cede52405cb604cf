import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import * as contract from '#contract/webhooks/webhooks.ts';
import { refusalOf, WebhookStage } from '#testing/webhook-stage.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

describe('bad input', () => {
  it.each([
    ['http', 'http://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback in decimal', 'https://2130706433/'],
    ['loopback in short', 'https://127.1/'],
    ['loopback mapped into IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['user information', 'https://me:secret@example.com/'],
    ['no address', 'bot'],
    ['nothing', ''],
    ['a script', 'javascript:alert(1)'],
    ['3,000 characters', `https://example.com/${'x'.repeat(3000)}`],
    ['2,000 characters that become more', `https://example.com/${'é'.repeat(1900)}`],
  ])('is refused at the address: %s', async (_what, url) => {
    const refused = await refusalOf(hooks.create(hooks.people.owner, { url }));
    expect(refused).toMatchObject({ code: 'validation_failed', fields: { url: expect.any(String) } });
    expect((await hooks.people.owner.client.call(contract.listWebhooks)).webhooks).toEqual([]);
  });

  it('is refused in an edit, which changes nothing', async () => {
    const { owner } = hooks.people;
    const { webhook } = await hooks.create(owner);
    const params = { id: webhook.id };
    for (const body of [
      { url: 'https://10.0.0.1/' },
      { types: [] },
      { types: ['pool.exploded'] },
      { description: 'x'.repeat(300) },
    ]) {
      const refused = await refusalOf(owner.client.call(contract.changeWebhook, { params, body: body as never }));
      expect(refused.code).toBe('validation_failed');
    }
    expect(await hooks.webhook(owner, webhook.id)).toEqual(webhook);
  });

  it('is refused as types, and as the 21st webhook', async () => {
    const owner = await hooks.stage.fan();
    for (const types of [[], ['pool.exploded'], 'pool.opened']) {
      expect((await refusalOf(hooks.create(owner, { types: types as never }))).code).toBe('validation_failed');
    }
    for (let count = 0; count < webhookLimits.perPerson; count += 1) await hooks.create(owner);
    expect((await refusalOf(hooks.create(owner))).code).toBe('conflict');
  });
});
