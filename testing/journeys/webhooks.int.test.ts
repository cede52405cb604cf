import { afterAll, beforeAll, expect, it } from 'vitest';
import { payPledge } from '#contract/pledges.ts';
import { giveUpPool } from '#contract/pools.ts';
import { webhookSecrets } from '#server/money/sandbox/read-webhook.ts';
import { sign, signatureHeader } from '#server/money/sandbox/signature.ts';
import { dice, seed } from '#testing/dice.ts';
import { cards, enterCard, type Member, Town, type TownCreator } from './town.ts';

/** Webhooks of the card processor, genuine and forged. */
let town: Town;
let owner: Member;
let fan: Member;
let creator: TownCreator;
let secret = '';

beforeAll(async () => {
  town = await Town.open();
  [owner, fan] = await Promise.all([town.member('owner'), town.member('fan')]);
  creator = await town.creator();
});
afterAll(() => town.close());

const nowS = () => Math.floor(Date.now() / 1000);

async function send(body: string, signature: string | null): Promise<number> {
  const response = await fetch(`${town.app.url}/api/webhooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { [signatureHeader]: signature }) },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

/** All rows that an event could change. */
async function books(): Promise<unknown> {
  const { sql } = town;
  return {
    pledges: await sql`select * from pledges order by id`,
    pools: await sql`select * from pools order by id`,
    payments: await sql`select * from payments order by id`,
    refunds: await sql`select * from refunds order by id`,
    payouts: await sql`select * from payouts order by id`,
    ledger: await sql`select * from ledger_entries order by id`,
    access: await sql`select * from content_access order by user_id, pool_id`,
    told: await sql`select * from notifications order by id`,
  };
}

it('emits every kind of event for one paid-out and one refunded pool', async () => {
  const happy = await town.funded(owner, creator, [
    { who: owner, cents: 20_00 },
    { who: fan, cents: 30_00, card: cards.insufficient },
  ]);
  const { url } = await fan.client.call(payPledge, { params: { id: happy.pledges[1]?.id ?? '' }, body: {} });
  await enterCard(url ?? '', cards.pays);
  await town.poolIs(happy.pool.id, 'in_production');
  await town.deliver(creator, happy.pool);
  await town.review(happy.pool);
  await town.letTimePass(happy.pool);
  const sad = await town.funded(owner, creator, [{ who: owner, cents: 20_00 }]);
  await creator.client.call(giveUpPool, { params: { id: sad.pool.id } });
  await town.app.settle();
  const kinds = await town.sql<{ type: string }[]>`select distinct type from sandbox.events order by type`;
  expect(kinds.map(({ type }) => type)).toEqual([
    'charge.failed',
    'charge.succeeded',
    'payout.paid',
    'refund.succeeded',
    'setup.completed',
  ]);
});

it('changes nothing when every event arrives ten more times, shuffled and concurrently', async () => {
  [secret = ''] = await webhookSecrets(town.app.context);
  const before = await books();
  const events = await town.sql<{ payload: unknown }[]>`select payload from sandbox.events`;
  const bodies = events.flatMap(({ payload }) => Array.from({ length: 10 }, () => JSON.stringify(payload)));
  const waiting = dice(seed).shuffled(bodies);
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        statuses.push(await send(next, sign(secret, nowS(), next)));
      }
    }),
  );
  expect(statuses).toHaveLength(events.length * 10);
  expect(statuses.filter((status) => status < 200 || status >= 300)).toEqual([]);
  await town.app.settle();
  expect(await books()).toEqual(before);
});

it('books nothing twice when events arrive again under new ids', async () => {
  const before = await books();
  const events = await town.sql<{ payload: { id: string } }[]>`select payload from sandbox.events`;
  for (const { payload } of events) {
    const body = JSON.stringify({ ...payload, id: `${payload.id}_again` });
    expect(await send(body, sign(secret, nowS(), body))).toBe(200);
  }
  await town.app.settle();
  expect(await books()).toEqual(before);
});

it('refuses forged, old, future, altered and unsigned events and stores nothing', async () => {
  const [event] = await town.sql<
    { payload: { id: string } }[]
  >`select payload from sandbox.events where type = 'charge.succeeded'`;
  const inbox = () => town.sql`select event_id from webhook_inbox order by event_id`;
  const before = [await inbox(), await books()];
  const body = JSON.stringify({ ...event?.payload, id: 'evt_forged' });
  const forgeries: [string, string | null][] = [
    [body, null],
    [body, ''],
    [body, sign('whsec_of_another_site', nowS(), body)],
    [body, sign(secret, nowS() - 301, body)],
    [body, sign(secret, nowS() + 302, body)],
    [`${body} `, sign(secret, nowS(), body)],
    [body, `t=${nowS()},v1=${'0'.repeat(64)}`],
    [body, `t=${nowS()}`],
    [body, 'v1=abc'],
  ];
  for (const [text, signature] of forgeries) expect([signature, await send(text, signature)]).toEqual([signature, 400]);
  const broken = '{"id": ';
  expect(await send(broken, sign(secret, nowS(), broken))).toBe(400);
  const live = JSON.stringify({ ...event?.payload, id: 'evt_live', livemode: true });
  expect(await send(live, sign(secret, nowS(), live))).toBe(400);
  const huge = JSON.stringify({ ...event?.payload, id: 'evt_huge', filler: 'x'.repeat(400_000) });
  expect(await send(huge, sign(secret, nowS(), huge))).toBe(413);
  await town.app.settle();
  expect([await inbox(), await books()]).toEqual(before);
});
