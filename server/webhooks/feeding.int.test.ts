import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeWebhook, listDeliveries } from '#contract/webhooks/webhooks.ts';
import { readEnd } from '#server/events/read-events.ts';
import { newPath, refusalOf, WebhookStage } from '#testing/webhook-stage.ts';
import { composePayload } from './compose-payload.ts';
import { feedDeliveries } from './feed-deliveries.ts';
import { webhookSender } from './run-sender.ts';
import { listBehind, skipUnconcerned } from './sending.sql.ts';

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
  // The tests feed the webhooks.
  await webhookSender(hooks.stage.context).stop();
});
afterAll(() => hooks.close());
afterEach(async () => {
  await hooks.sql`delete from webhook_endpoints`;
});

const feed = () => feedDeliveries(hooks.stage.context, new AbortController().signal);

/** Events that only webhooks of the site get. Returns the last place in the log. */
async function registrations(count: number): Promise<number> {
  const { id } = hooks.people.owner;
  await hooks.sql`insert into events (type, actor_id) select 'user.registered', ${id} from generate_series(1, ${count})`;
  return readEnd(hooks.stage.context);
}

async function registrationWebhook(): Promise<string> {
  const { webhook } = await hooks.create(hooks.people.admin, { scope: 'site', types: ['user.registered'] });
  return webhook.id;
}

async function stateOf(id: string): Promise<{ position: number; fed: boolean; count: number }> {
  const [row] = await hooks.sql<{ position: number; fed: boolean; count: number }[]>`
    select e.position, e.fed_at is not null as fed, (select count(*)::int from webhook_deliveries d where d.endpoint_id = e.id) as count
    from webhook_endpoints e where e.id = ${id}`;
  if (!row) throw new Error('there is no such webhook');
  return row;
}

describe('a look for new events', () => {
  it('feeds the other webhooks if one cannot be fed', async () => {
    const [broken, sound] = [await registrationWebhook(), await registrationWebhook()];
    await hooks.sql.unsafe(`
      create function refuse_delivery() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before insert on webhook_deliveries for each row
        when (new.endpoint_id = '${broken}') execute function refuse_delivery();`);
    const end = await registrations(3);
    expect(await feed()).toBe(false);
    await hooks.sql.unsafe('drop trigger refuse on webhook_deliveries; drop function refuse_delivery();');
    expect(await stateOf(sound)).toEqual({ position: end, fed: true, count: 3 });
    expect(await stateOf(broken)).toEqual({ position: end - 3, fed: true, count: 0 });
    await feed();
    expect(await stateOf(broken)).toMatchObject({ position: end, count: 3 });
  });

  it('moves the webhooks that nothing concerns first, while others have more to get', async () => {
    const behind = await registrationWebhook();
    const { webhook: unconcerned } = await hooks.create(hooks.people.owner);
    const end = await registrations(1200);
    expect(await feed()).toBe(true);
    expect((await stateOf(unconcerned.id)).position).toBe(end);
    expect((await stateOf(behind)).position).toBe(end - 1100);
  });

  it('looks for the events of a person without looking through those of others', async () => {
    const { webhook } = await hooks.create(hooks.people.owner);
    const end = await registrations(2000);
    await hooks.stage.context.db.tx(async (tx) => {
      // The planner reads small tables as a whole. Now it does so only if no index helps.
      await tx`set local enable_seqscan = off`;
      const eventsRead = async () => {
        const [row] = await tx<{ count: number }[]>`
          select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'events'`;
        return row?.count ?? 0;
      };
      const before = await eventsRead();
      expect(await listBehind(tx, end, 50)).toEqual([]);
      expect(await skipUnconcerned(tx, end, 1000)).toBe(1);
      expect((await eventsRead()) - before).toBeLessThan(100);
    });
    expect((await stateOf(webhook.id)).position).toBe(end);
  });

  it('takes turns, so that many long histories delay no one', async () => {
    const last = await registrationWebhook();
    await hooks.sql`
      insert into webhook_endpoints (id, user_id, scope, url, description, types, secret, position, claimed_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, e.user_id, e.scope, e.url, '', e.types, e.secret, e.position, null
      from webhook_endpoints e cross join generate_series(1, 50) n where e.id = ${last}`;
    const end = await registrations(150);
    await feed();
    expect((await stateOf(last)).position).toBe(end - 150);
    await feed();
    expect((await stateOf(last)).position).toBe(end - 50);
  });

  it('refuses new types after a replay of more than 10,000 events, until most have their deliveries', async () => {
    const id = await registrationWebhook();
    const end = await registrations(10_000);
    const last = await registrations(200);
    expect(last).toBe(end + 200);
    const call = () =>
      hooks.people.admin.client.call(changeWebhook, {
        params: { id },
        body: { types: ['user.registered', 'report.made'] },
      });
    expect(await refusalOf(call())).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('catching up'),
    });
    expect(await stateOf(id)).toMatchObject({ position: end, count: 10_000 });
    expect((await hooks.webhook(hooks.people.admin, id)).types).toEqual(['user.registered']);
    expect((await call()).types).toEqual(['user.registered', 'report.made']);
    expect(await stateOf(id)).toMatchObject({ position: last, count: 10_200 });
  });

  it('never overwrites a replay that the owner asks for meanwhile', async () => {
    const { webhook } = await hooks.create(hooks.people.owner);
    const { sql, tx } = hooks.stage.context.db;
    const end = await registrations(20);
    const { promise: isMoved, resolve: moved } = Promise.withResolvers<void>();
    const replay = tx(async (owners) => {
      await owners`update webhook_endpoints set position = 0 where id = ${webhook.id}`;
      moved();
      await new Promise((done) => setTimeout(done, 300));
    });
    await isMoved;
    // It finds the webhook as it was, and waits for the replay.
    expect(await skipUnconcerned(sql, end, 10)).toBe(1);
    await replay;
    expect((await stateOf(webhook.id)).position).toBe(0);
  });
});

describe('the payload of a try', () => {
  it('is read by the id of its event, and numbers no other', async () => {
    const { owner } = hooks.people;
    const pool = await hooks.stage.newPool();
    await readEnd(hooks.stage.context);
    const [opened] = await hooks.sql<{ id: string; position: number }[]>`
      select id, position from events where pool_id = ${pool.id} and type = 'pool.opened'`;
    if (!opened) throw new Error('the log lacks the pool');
    const [unnumbered] = await hooks.sql<{ id: string }[]>`
      insert into events (type, actor_id) values ('user.registered', ${owner.id}) returning id`;
    const delivery = {
      eventId: opened.id,
      position: opened.position,
      type: 'pool.opened',
      createdAt: new Date(),
    } as const;
    const composedFor = (userId: string, scope: 'mine' | 'site') =>
      composePayload(hooks.stage.context, { ...delivery, userId, scope });
    const [row] = await hooks.sql`select 1 from events where id = ${unnumbered?.id ?? ''} and position is null`;
    expect(row).toBeDefined();
    expect(await composedFor(owner.id, 'mine')).toMatchObject({ id: opened.id, type: 'pool.opened' });
    expect(await composedFor(hooks.people.admin.id, 'site')).toMatchObject({ id: opened.id });
    expect(await composedFor((await hooks.stage.fan()).id, 'mine')).toBeNull();
    const [still] = await hooks.sql`select 1 from events where id = ${unnumbered?.id ?? ''} and position is null`;
    expect(still).toBeDefined();
  });
});

describe('a stop', () => {
  it('ends while many events wait', async () => {
    const node = await hooks.stage.addNode({ WEBHOOK_ALLOW: hooks.receiver.host });
    const { webhook } = await hooks.create(hooks.people.admin, {
      scope: 'site',
      types: ['user.registered'],
      url: hooks.receiver.url(newPath()),
    });
    const end = await registrations(8000);
    webhookSender(node.context).wake();
    await new Promise((done) => setTimeout(done, 100));
    await webhookSender(node.context).stop();
    expect((await stateOf(webhook.id)).position).toBeLessThan(end);
  });
});

it('a list of deliveries stops counting at 10,000', async () => {
  const { owner } = hooks.people;
  const { webhook } = await hooks.create(owner);
  await hooks.sql`
    insert into webhook_deliveries (endpoint_id, event_id, type, state)
    select ${webhook.id}, gen_random_uuid(), 'pool.opened', 'dropped' from generate_series(1, 10001)`;
  const { deliveries, pagination } = await owner.client.call(listDeliveries, { params: { id: webhook.id }, query: {} });
  expect(deliveries).toHaveLength(25);
  expect(pagination).toEqual({ page: 1, pageSize: 25, totalCount: 10_000, totalPages: 400 });
});
