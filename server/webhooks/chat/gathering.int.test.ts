import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { Channel, plain } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { claimRequests } from '../claim-requests.ts';
import { insertDeliveries } from '../deliveries.sql.ts';
import { lanes, webhookSender } from '../run-sender.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
  await hooks.sql`delete from chat_service_refusals`;
});

/** Pledges of this many dollars each, whose fans have chosen to be anonymous. */
async function pledge(poolId: string, dollars: readonly number[]): Promise<void> {
  await hooks.sql`
    insert into events (type, pool_id, subject_id, data)
    select 'pledge.placed', ${poolId}, gen_random_uuid(), jsonb_build_object('amountCents', a * 100, 'anonymous', true)
    from unnest(${[...dollars]}::int[]) a`;
  hooks.wake();
}

const waiting = (webhookId: string) => hooks.sql<{ inMs: number; attempts: number; isLeased: boolean }[]>`
  select extract(epoch from next_try_at - clock_timestamp())::float8 * 1000 as in_ms, attempts,
    coalesce(leased_until > clock_timestamp(), false) as is_leased
  from webhook_deliveries where endpoint_id = ${webhookId} and state = 'pending'`;
const stored = (webhookId: string, count: number) =>
  vi.waitFor(async () => expect(await waiting(webhookId)).toHaveLength(count), seconds(20));
const arrived = (channel: Channel, count: number) =>
  vi.waitFor(() => expect(channel.received()).toHaveLength(count), seconds(20));
/** The minute is over. */
async function pass(webhookId: string): Promise<void> {
  await hooks.sql`
    update webhook_deliveries set next_try_at = clock_timestamp()
    where id in (select id from webhook_deliveries where endpoint_id = ${webhookId} and state = 'pending' for update skip locked)`;
  hooks.wake();
}

/** How many pledges the messages are about, and their sum in dollars where they name it. */
const countsOf = (channel: Channel) =>
  channel.contents().map((text) => {
    const [, count, dollars] = /^(\d+) people pledged \$([\d,]+) to/.exec(text) ?? [];
    return count ? [Number(count), Number(dollars?.replace(',', ''))] : [1, 0];
  });

describe('many pledges', () => {
  it('in a minute become few messages, the first at once, with each pledge once', async () => {
    const { creator } = hooks.people;
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool(10_000_00);
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    await pledge(pool.id, [7]);
    await arrived(channel, 1);
    expect(channel.contents()).toEqual(['Someone pledged to “A song about rain”.']);
    await stored(webhook.id, 0);
    for (let batch = 1; batch <= 59; batch += 10) {
      const dollars = Array.from({ length: Math.min(10, 60 - batch) }, (_, index) => batch + index);
      await pledge(pool.id, dollars);
      await stored(webhook.id, batch + dollars.length - 1);
    }
    for (const { inMs } of await waiting(webhook.id)) {
      expect(inMs).toBeGreaterThan(40_000);
      expect(inMs).toBeLessThanOrEqual(60_000);
    }
    // A pool of another fan does not wait.
    const other = await hooks.stage.newPool();
    await pledge(other.id, [5]);
    await arrived(channel, 2);
    await pass(webhook.id);
    await arrived(channel, 3);
    await stored(webhook.id, 0);
    expect(countsOf(channel)).toEqual([
      [1, 0],
      [1, 0],
      [59, (59 * 60) / 2],
    ]);
    const states = await hooks.sql`
      select state, status, attempts from webhook_deliveries where endpoint_id = ${webhook.id}`;
    expect(states).toEqual(Array.from({ length: 61 }, () => ({ state: 'succeeded', status: 200, attempts: 1 })));
    // The next one waits for its minute, too.
    await pledge(pool.id, [3]);
    await stored(webhook.id, 1);
    expect((await waiting(webhook.id))[0]?.inMs).toBeGreaterThan(50_000);
  });

  it('name a few fans and no amount of one of them, and nothing of an anonymous one', async () => {
    const { creator } = hooks.people;
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool(500_00);
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    for (let count = 1; count <= 7; count += 1) {
      const fan = await hooks.stage.fan();
      const displayName = `Fan ${count} *`;
      await hooks.sql`update users set display_name = ${displayName} where id = ${fan.id}`;
      const { pledge: made, setup } = await hooks.stage.post(fan, pool.id, 10_00 + count, { anonymous: count === 7 });
      await hooks.stage.checkout(setup?.url);
      await hooks.stage.settle();
      expect(made.id).toBeDefined();
    }
    await stored(webhook.id, 7);
    await hooks.hurry(webhook.id);
    await arrived(channel, 1);
    const [message] = channel.messages();
    expect(plain(message?.content)).toBe('7 people pledged $70.28 to “A song about rain”.');
    const [embed] = message?.embeds ?? [];
    expect(plain(embed?.description)).toBe('Fan 1 *, Fan 2 *, Fan 3 *, Fan 4 *, Fan 5 *, and 2 others');
    expect(JSON.stringify(message)).not.toMatch(/Fan 6|Fan 7|10\.0/);
    // The total after each message would tell the amount of the fan between two.
    const last = await hooks.stage.fan();
    await hooks.stage.pledge(last, pool.id, 12_34);
    await stored(webhook.id, 1);
    await pass(webhook.id);
    await arrived(channel, 2);
    const [, single] = channel.messages();
    expect(plain(single?.content)).toMatch(/ pledged to “A song about rain”\.$/);
    expect(single?.embeds).toEqual([{ title: 'A song about rain', url: embed?.url }]);
  });

  it('name no fan that visitors do not see, and count none who withdrew', async () => {
    const { creator } = hooks.people;
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool(500_00);
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    const pledgeAs = async (displayName: string) => {
      const fan = await hooks.stage.fan();
      await hooks.sql`update users set display_name = ${displayName} where id = ${fan.id}`;
      const { id } = await hooks.stage.pledge(fan, pool.id, 10_00);
      return { fan, id };
    };
    const hidden = await pledgeAs('Private Pat');
    await hooks.sql`update users set backs_private = true where id = ${hidden.fan.id}`;
    const gone = await pledgeAs('Gone Gil');
    await pledgeAs('Open Ola');
    await stored(webhook.id, 3);
    await gone.fan.client.call(withdrawPledge, { params: { id: gone.id } });
    await hooks.hurry(webhook.id);
    await arrived(channel, 1);
    const [message] = channel.messages();
    expect(plain(message?.content)).toBe('2 people pledged $20 to “A song about rain”.');
    expect(plain(message?.embeds[0]?.description)).toBe('Open Ola and 1 other');
    expect(JSON.stringify(message)).not.toMatch(/Pat|Gil/);
    await stored(webhook.id, 0);
    const states = await hooks.sql`
      select state, count(*)::int from webhook_deliveries where endpoint_id = ${webhook.id} group by state order by state`;
    expect(states).toEqual([
      { state: 'dropped', count: 1 },
      { state: 'succeeded', count: 2 },
    ]);
  });

  it('show no amount to an owner who sees none', async () => {
    const { owner } = hooks.people;
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool();
    await channel.create(owner, { types: ['pledge.placed'] });
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 second'`;
    await pledge(pool.id, [1, 2]);
    await arrived(channel, 1);
    expect(channel.contents()).toEqual(['2 people pledged to “A song about rain”.']);
  });

  it('fail together, and become one message again', async () => {
    const { creator } = hooks.people;
    const channel = new Channel(hooks);
    channel.refuses(503);
    const pool = await hooks.stage.newPool();
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    await pledge(pool.id, [1, 2, 3]);
    await arrived(channel, 1);
    await vi.waitFor(async () => {
      const rows = await waiting(webhook.id);
      expect(rows.map(({ attempts, isLeased }) => [attempts, isLeased])).toEqual([1, 1, 1].map((one) => [one, false]));
      expect(new Set(rows.map(({ inMs }) => Math.round(inMs / 1000))).size).toBe(1);
    }, seconds(10));
    channel.answers((response) => response.writeHead(204).end());
    // One that comes meanwhile waits for their next try at most.
    await pledge(pool.id, [4]);
    await stored(webhook.id, 4);
    await pass(webhook.id);
    await arrived(channel, 2);
    expect(countsOf(channel)).toEqual([
      [3, 6],
      [4, 10],
    ]);
  });

  it('are sent by another process after the lease of one that died', async () => {
    const { creator } = hooks.people;
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool();
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    await pledge(pool.id, [1, 2, 3, 4, 5]);
    await stored(webhook.id, 5);
    // The dying process claims them, and never says anything again.
    const { db } = hooks.stage.context;
    const leases = { limit: 200, leaseMs: 45_000 };
    const claims = await db.tx(async (tx) => {
      await tx`update webhook_endpoints set paused_until = null where id = ${webhook.id}`;
      return claimRequests(hooks.stage.context, tx, lanes.healthy, leases);
    });
    expect(claims.map(({ deliveryIds }) => deliveryIds.length)).toEqual([5]);
    expect(await db.tx((tx) => claimRequests(hooks.stage.context, tx, lanes.healthy, leases))).toEqual([]);
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    expect(channel.received()).toEqual([]);
    await hooks.sql`update webhook_deliveries set leased_until = now() where endpoint_id = ${webhook.id}`;
    webhookSender(node.context).wake();
    hooks.wake();
    await stored(webhook.id, 0);
    expect(countsOf(channel)).toEqual([[5, 15]]);
  });

  it('are stored without reading all that the channel got before', async () => {
    const channel = new Channel(hooks);
    const { id } = await channel.create(hooks.people.creator, { types: ['pledge.placed'] });
    await hooks.sql`update webhook_endpoints set paused_until = now() + interval '1 hour'`;
    const pool = await hooks.stage.newPool();
    await hooks.sql`
      insert into webhook_deliveries (endpoint_id, event_id, type, pool_id, state, next_try_at)
      select ${id}, gen_random_uuid(), 'pledge.placed', ${pool.id}, 'succeeded', now() - interval '1 hour' from generate_series(1, 5000)`;
    await hooks.sql`analyze webhook_deliveries`;
    const rows = await hooks.sql<{ eventId: string }[]>`
      insert into events (type, pool_id, subject_id, data)
      select 'pledge.placed', ${pool.id}, gen_random_uuid(), '{"amountCents": 100, "anonymous": true}' from generate_series(1, 50)
      returning id as event_id`;
    const events = rows.map(({ eventId }, index) => ({ eventId, type: 'pledge.placed' as const, position: index }));
    const read = await hooks.stage.context.db.tx(async (tx) => {
      await insertDeliveries(tx, id, events, true);
      const [row] = await tx<{ count: number }[]>`
        select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as count from pg_stat_xact_user_tables
        where relid = 'webhook_deliveries'::regclass`;
      return row?.count;
    });
    expect(read).toBeLessThan(1000);
  });

  it('are each in one message, also with two processes', async () => {
    const { creator } = hooks.people;
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    const channel = new Channel(hooks);
    const pool = await hooks.stage.newPool(10_000_00);
    const webhook = await channel.create(creator, { types: ['pledge.placed'] });
    for (let count = 0; count < 20; count += 1) {
      await pledge(pool.id, [1, 1, 1]);
      webhookSender(node.context).wake();
      // The minute is over again and again.
      await hooks.sql`
        update webhook_deliveries set next_try_at = next_try_at - interval '1 minute'
        where id in (select id from webhook_deliveries for update skip locked)`;
    }
    await vi.waitFor(async () => {
      await pass(webhook.id);
      webhookSender(node.context).wake();
      const states = await hooks.sql<{ state: string; count: number }[]>`
        select state, count(*)::int as count from webhook_deliveries where endpoint_id = ${webhook.id} group by state`;
      expect(states).toEqual([{ state: 'succeeded', count: 60 }]);
    }, seconds(20));
    const counts = countsOf(channel);
    expect(counts.reduce((sum, [count = 0]) => sum + count, 0)).toBe(60);
    expect(counts.length).toBeLessThan(60);
  });
});
