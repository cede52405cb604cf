import { afterAll, beforeAll, expect, it } from 'vitest';
import { payPledge } from '#contract/pledges/pledges.ts';
import { giveUpPool } from '#contract/pools/pools.ts';
import type { EventSigner } from '#testing/card-driver/card-driver.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';
import { type CreatorMember, cards, enterCard, HttpSite, type Member } from './http-site.ts';

/** Webhooks of the card processor, genuine and forged. */
let site: HttpSite;
let owner: Member;
let fan: Member;
let creator: CreatorMember;
let signer: EventSigner;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, fan] = await Promise.all([site.member('owner'), site.member('fan')]);
  creator = await site.creator();
  signer = await site.app.driver.signer(site.app.context);
});
afterAll(() => site.close());

const nowS = () => Math.floor(Date.now() / 1000);
const sign = (body: string, ageS = 0, secret?: string) => signer.sign(body, nowS() - ageS, secret);
const events = () => site.app.driver.events(site.app.context);

async function send(body: string, signature: string | null): Promise<number> {
  const response = await fetch(`${site.app.url}${signer.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { [signer.header]: signature }) },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

/** All rows that an event could change. */
async function books(): Promise<unknown> {
  const { sql } = site;
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
  const happy = await site.funded(owner, creator, [
    { who: owner, cents: 20_00 },
    { who: fan, cents: 30_00, card: cards.insufficient },
  ]);
  const { url } = await fan.client.call(payPledge, { params: { id: happy.pledges[1]?.id ?? '' }, body: {} });
  await enterCard(url ?? '', cards.pays);
  await site.poolIs(happy.pool.id, 'in_production');
  await site.deliver(creator, happy.pool);
  await site.review(happy.pool);
  await site.letTimePass(happy.pool);
  const sad = await site.funded(owner, creator, [{ who: owner, cents: 20_00 }]);
  await creator.client.call(giveUpPool, { params: { id: sad.pool.id } });
  await site.app.settle();
  const kinds = new Set((await events()).map(({ type }) => type));
  expect([...kinds]).toEqual(expect.arrayContaining([...site.app.driver.eventTypes]));
});

const copies = repeats(10, 100);

it(`changes nothing when every event arrives ${copies} more times, shuffled and concurrently`, async () => {
  const before = await books();
  const sent = await events();
  const bodies = sent.flatMap((event) => Array.from({ length: copies }, () => JSON.stringify(event)));
  const waiting = seededRandom(seed).shuffled(bodies);
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        statuses.push(await send(next, sign(next)));
      }
    }),
  );
  expect(statuses).toHaveLength(sent.length * copies);
  expect(statuses.filter((status) => status < 200 || status >= 300)).toEqual([]);
  await site.app.settle();
  expect(await books()).toEqual(before);
}, 120_000);

it('books nothing twice when events arrive again under new ids', async () => {
  const before = await books();
  for (const event of await events()) {
    const body = JSON.stringify({ ...event, id: `${event.id}_again` });
    expect(await send(body, sign(body))).toBe(200);
  }
  await site.app.settle();
  expect(await books()).toEqual(before);
});

it('refuses forged, old, future, altered and unsigned events and stores nothing', async () => {
  const event = (await events()).find(({ type }) => type === site.app.driver.eventTypes[0]);
  const inbox = () => site.sql`select event_id from webhook_inbox order by event_id`;
  const before = [await inbox(), await books()];
  const body = JSON.stringify({ ...event, id: 'evt_forged' });
  const forgeries: [string, string | null][] = [
    [body, null],
    [body, ''],
    [body, sign(body, 0, 'whsec_of_another_site')],
    [body, sign(body, 301)],
    [body, sign(body, -302)],
    [`${body} `, sign(body)],
    [body, `t=${nowS()},v1=${'0'.repeat(64)}`],
    [body, `t=${nowS()}`],
    [body, 'v1=abc'],
  ];
  for (const [text, signature] of forgeries) expect([signature, await send(text, signature)]).toEqual([signature, 400]);
  const broken = '{"id": ';
  expect(await send(broken, sign(broken))).toBe(400);
  const live = JSON.stringify({ ...event, id: 'evt_live', livemode: true });
  expect(await send(live, sign(live))).toBe(400);
  const huge = JSON.stringify({ ...event, id: 'evt_huge', filler: 'x'.repeat(400_000) });
  expect(await send(huge, sign(huge))).toBe(413);
  await site.app.settle();
  expect([await inbox(), await books()]).toEqual(before);
});
