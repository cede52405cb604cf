import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listNotifications } from '#contract/notifications.ts';
import { getPledge, listMyPledges, replacePledgeCard } from '#contract/pledges/pledges.ts';
import { getPool } from '#contract/pools/pools.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import type { FaultySandbox } from '#testing/sandbox-faults.ts';
import { noticeExpiringCards } from './notice-expiring-cards.ts';

/** Cards that expire before their pool can be collected. They have expired a month ago, so that no test depends on the date. */
let stage: PledgeStage;
let sandbox: FaultySandbox;
beforeAll(async () => {
  stage = await PledgeStage.open();
  sandbox = stage.context.cards as FaultySandbox;
});
afterAll(() => stage.close());
afterEach(() => sandbox.faults.clear());

const over = () => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return { last4: '4242', expMonth: month.getUTCMonth() + 1, expYear: month.getUTCFullYear() };
};

async function expire(pledgeId: string): Promise<string> {
  const [row] = await stage.sql<{ cardRef: string }[]>`
    select c.card_ref from cards c join pledges p on p.card_id = c.id where p.id = ${pledgeId}`;
  const cardRef = row?.cardRef ?? '';
  await sandbox.renewCard(cardRef, over());
  await stage.app.settle();
  return cardRef;
}

async function sweep(): Promise<void> {
  await noticeExpiringCards(stage.context);
  await stage.app.settle();
}

async function noticesOf(fan: Person) {
  const { notifications } = await fan.client.call(listNotifications, {});
  return notifications.filter(({ kind }) => kind === 'card_expiring');
}

const cardOf = async (fan: Person, id: string) => (await stage.get(fan, id)).card?.last4;

test('tells the fan once per card and pool, in the app and by email, and shows it with the pledge', async () => {
  const fan = await stage.fan();
  const pool = await stage.newPool();
  const { id } = await stage.pledge(fan, pool.id, 10_00);
  await sweep();
  expect(await noticesOf(fan)).toEqual([]);
  expect((await stage.get(fan, id)).cardExpiresOn).toBeNull();

  await expire(id);
  await sweep();
  await sweep();
  expect(await noticesOf(fan)).toMatchObject([
    {
      title: 'Your card has expired',
      href: `/payment/${id}`,
      body: expect.stringContaining('Visa ending 4242 expired'),
    },
  ]);
  const [mails] = await stage.sql<{ count: number }[]>`
    select count(*) from pgboss.job j join users u on u.id = ${fan.id}
    where j.data->>'kind' = 'mail' and j.data->'payload'->>'to' = u.email
      and j.data->'payload'->>'subject' like 'Your card has expired%'`;
  expect(mails?.count).toBe(1);
  const day = expect.stringMatching(/^\d{4}-\d\d-(?:28|29|30|31)$/);
  expect(await fan.client.call(getPledge, { params: { id } })).toMatchObject({ cardExpiresOn: day });
  expect(await fan.client.call(getPool, { params: { id: pool.id } })).toMatchObject({
    myPledge: { cardExpiresOn: day },
  });

  // The rule also stands in the database.
  const again = stage.sql`insert into card_expiry_notices (card_id, pool_id) select card_id, pool_id from pledges where id = ${id}`;
  await expect(again).rejects.toMatchObject({ code: '23505' });
});

test('says nothing about a card that the bank has renewed, even if the webhook was lost', async () => {
  const fan = await stage.fan();
  const pool = await stage.newPool();
  const { id } = await stage.pledge(fan, pool.id, 10_00);
  const cardRef = await expire(id);
  sandbox.faults.webhooks = 'drop';
  await sandbox.renewCard(cardRef, { last4: '9999', expMonth: 1, expYear: 2060 });
  await stage.app.settle();
  await sweep();
  expect(await noticesOf(fan)).toEqual([]);
  expect(await cardOf(fan, id)).toBe('9999');
});

test('waits while the processor does not answer', async () => {
  const fan = await stage.fan();
  const { id } = await stage.pledge(fan, (await stage.newPool()).id, 10_00);
  await expire(id);
  sandbox.faults.plan('lookUpCard', 'unreachable', 10);
  await sweep();
  expect(await noticesOf(fan)).toEqual([]);
  sandbox.faults.clear();
  await sweep();
  expect(await noticesOf(fan)).toHaveLength(1);
});

test('replaces the card of every open pledge that uses it, and keeps it until the new one is saved', async () => {
  const fan = await stage.fan();
  const first = await stage.pledge(fan, (await stage.newPool()).id, 10_00);
  const { pledge: second } = await stage.post(fan, (await stage.newPool()).id, 12_00, { useSavedCard: true });
  await expire(first.id);

  const { url } = await fan.client.call(replacePledgeCard, { params: { id: first.id } });
  const used =
    await stage.sql`select 1 from pledges p join cards c on c.id = p.card_id where p.id = ${first.id} and c.last4 = '4242'`;
  expect(used).toHaveLength(1);
  const back = await stage.checkout(url, '5555 5555 5555 4444');
  expect(new URL(back).pathname).toBe(`/payment/${first.id}`);
  await stage.app.settle();
  expect(await cardOf(fan, first.id)).toBe('4444');
  expect(await stage.get(fan, first.id)).toMatchObject({ status: 'pledged', amountCents: 10_00, cardExpiresOn: null });
  expect(await cardOf(fan, second.id)).toBe('4444');
  await sweep();
  expect(await noticesOf(fan)).toEqual([]);
});

test('keeps the card if the new one is declined', async () => {
  const fan = await stage.fan();
  const { id } = await stage.pledge(fan, (await stage.newPool()).id, 10_00);
  const { url } = await fan.client.call(replacePledgeCard, { params: { id } });
  await stage.checkout(url, cards.declined);
  await stage.app.settle();
  expect(await stage.get(fan, id)).toMatchObject({ status: 'pledged', declineReason: null, card: { last4: '4242' } });
});

test('refuses other people, and pledges whose card is being charged', async () => {
  const [fan, other] = [await stage.fan(), await stage.fan()];
  const pool = await stage.newPool(10_00);
  const { id } = await stage.pledge(fan, pool.id, 10_00);
  await expect(other.client.call(replacePledgeCard, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });

  const { url } = await fan.client.call(replacePledgeCard, { params: { id } });
  await stage.accept(pool.id);
  await stage.app.settle();
  expect((await stage.get(fan, id)).status).toBe('paid');
  await expect(fan.client.call(replacePledgeCard, { params: { id } })).rejects.toMatchObject({ code: 'pledge_locked' });
  // A card that arrives after the charge is saved and changes nothing about the pledge.
  await stage.checkout(url, '5555 5555 5555 4444');
  await stage.app.settle();
  expect(await cardOf(fan, id)).toBe('4242');
  expect(await fan.client.call(listMyPledges, { query: {} })).toHaveLength(1);
});
