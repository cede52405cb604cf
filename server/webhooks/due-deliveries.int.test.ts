import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebhookStage } from '#testing/webhook-stage.ts';
import { type DueDeliveries, readDueDeliveries } from './due-deliveries.sql.ts';
import { webhookSender } from './run-sender.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
  await webhookSender(hooks.stage.context).stop();
});
afterAll(() => hooks.close());

const read = (): Promise<DueDeliveries> => readDueDeliveries(hooks.sql);
const minutes = (count: number) => expect.closeTo(count * 60, -1);
const none = { count: 0, oldestS: 0 };

let id = '';
/** A webhook with deliveries that were due 5, 10, … minutes ago. */
beforeEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
  id = (await hooks.create(hooks.people.owner)).webhook.id;
  await hooks.sql`
    insert into webhook_deliveries (endpoint_id, event_id, type, next_try_at)
    select ${id}, gen_random_uuid(), 'pool.opened', now() - n * interval '5 minutes' from generate_series(1, 3) n`;
});

it('counts deliveries that are due, with the wait of the oldest, and shows both to Prometheus', async () => {
  await hooks.sql`
    insert into webhook_deliveries (endpoint_id, event_id, type, state, next_try_at) values
      (${id}, gen_random_uuid(), 'pool.opened', 'pending', now() + interval '1 hour'),
      (${id}, gen_random_uuid(), 'pool.opened', 'succeeded', now() - interval '1 day')`;
  expect(await read()).toEqual({ count: 3, oldestS: minutes(15) });
  const text = await (await fetch(`${hooks.stage.app.url}/metrics`)).text();
  expect(text).toMatch(/^fanfare_webhook_deliveries_due 3$/m);
  expect(Number(/^fanfare_webhook_longest_wait_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(899);
});

it('leaves out what a process is sending, and begins the wait again with each turn of the webhook', async () => {
  await hooks.sql`
    update webhook_deliveries set leased_until = now() + interval '30 seconds'
    where id = (select id from webhook_deliveries order by next_try_at limit 1)`;
  await hooks.sql`update webhook_endpoints set claimed_at = now() - interval '1 minute'`;
  expect(await read()).toEqual({ count: 2, oldestS: minutes(1) });
});

it('counts nothing while the receiver wants a pause, and the wait from its end', async () => {
  await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
  expect(await read()).toEqual(none);
  await hooks.sql`update webhook_endpoints set paused_until = now() - interval '2 minutes'`;
  expect(await read()).toEqual({ count: 3, oldestS: minutes(2) });
});

it('counts nothing for a webhook that is off, or whose owner may get no events', async () => {
  await hooks.sql`update webhook_endpoints set off_reason = 'by_owner'`;
  expect(await read()).toEqual(none);
  await hooks.sql`update webhook_endpoints set off_reason = null`;
  await hooks.people.owner.suspend();
  expect(await read()).toEqual(none);
  await hooks.sql`update users set suspended_at = null`;
});
