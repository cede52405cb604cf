import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listNotifications, type Notification } from '#contract/notifications.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { giveUpPool, type Pool } from '#contract/pools/pools.ts';
import { subscribeToPush } from '#contract/push.ts';
import type { Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { type Browser, openPushService, type PushService } from '#testing/servers/push-service.ts';

/** Compares every notice about a fan's money, in the app, in emails and in pushes, with what the processor charged and refunded. */
let service: PushService;
let stage: PledgeStage;
let anna: Person;
let ben: Person;
let bensPhone: Browser;

beforeAll(async () => {
  service = await openPushService();
  stage = await PledgeStage.open({ PUSH_ALLOW: service.host });
});
afterAll(async () => {
  service.close();
  await stage.close();
});
beforeEach(async () => {
  [anna, ben, bensPhone] = [await stage.fan(), await stage.fan(), service.browser()];
  await stage.sql`
    insert into sessions (id, token_hash, user_id, expires_at)
    values (${ben.id}, ${randomBytes(32)}, ${ben.id}, now() + interval '1 day')`;
  await ben.client.call(subscribeToPush, { body: bensPhone.subscription });
});

/** Anna's card pays, Ben's is declined once it is charged. */
async function pledgedPool(goalCents = 50_00): Promise<Pool> {
  const pool = await stage.newPool(goalCents);
  await stage.pledge(anna, pool.id, 30_00);
  await stage.pledge(ben, pool.id, 20_00, cards.insufficient);
  return pool;
}

async function fundedPool(): Promise<Pool> {
  const pool = await stage.newPool(30_00);
  await stage.pledge(anna, pool.id, 30_00);
  await stage.accept(pool.id);
  await stage.app.settle();
  return pool;
}

/** The body of each kind of notice that a person has. Checks that the emails have the same text. */
async function noticesOf(who: Person): Promise<Record<string, string>> {
  await stage.app.settle();
  const { notifications } = await who.client.call(listNotifications);
  const mails = await readOutbox(stage.app, `p${await usernameTail(who)}@example.org`);
  const neverMailed = ['in_production_owner'];
  for (const { body, kind, title } of notifications) {
    if (neverMailed.includes(kind)) continue;
    const texts = mails.filter(({ subject }) => subject?.startsWith(title)).map(({ text = '' }) => oneLine(text));
    expect(texts).toContainEqual(expect.stringContaining(oneLine(body)));
  }
  return Object.fromEntries(notifications.toReversed().map(({ kind, body }: Notification) => [kind, body]));
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
async function usernameTail(who: Person): Promise<string> {
  const [row] = await stage.sql<{ username: string }[]>`select username from users where id = ${who.id}`;
  return row?.username.slice(1) ?? '';
}

/** The cents that the processor charged this fan for this pool and refunded. */
async function moved(fan: Person, pool: Pool): Promise<{ charged: number; refunded: number }> {
  const [row] = await stage.sql<{ charged: number; refunded: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as charged, coalesce(sum(refunded_cents), 0)::int as refunded from payments
    where user_id = ${fan.id} and held_account = ${`held:${pool.id}`} and status = 'succeeded'`;
  return { charged: row?.charged ?? 0, refunded: row?.refunded ?? 0 };
}

it('accepted with its goal met: says that the card is charged now, never that it waits for the goal', async () => {
  const pool = await pledgedPool();
  await stage.accept(pool.id);
  const [annas, bens] = [await noticesOf(anna), await noticesOf(ben)];
  expect(annas.accepted).toMatch(
    /The goal is met, (?:so your card is being charged \$30 now|and your card was charged \$30)\.$/,
  );
  expect(annas.receipt).toContain(
    'You were charged $30 for “A song about rain”. Your payment is held for this pool until the delivery',
  );
  expect(bens.accepted).toMatch(
    /The goal is met, (?:so your card is being charged \$20 now|but your card couldn’t be charged \$20\. A separate.*)\.$/,
  );
  expect(bens.payment_due).toMatch(
    /couldn’t be charged \$20 .* You can pay until .*\. If you don’t, we’ll try your card once more on .*nothing is charged\.$/,
  );
  expect([await moved(anna, pool), await moved(ben, pool)]).toEqual([
    { charged: 30_00, refunded: 0 },
    { charged: 0, refunded: 0 },
  ]);
  expect(bensPhone.read()).toEqual([expect.objectContaining({ body: bens.payment_due })]);
  const owners = await noticesOf(stage.people.owner);
  expect(owners.accepted).toMatch(/The goal is met, so cards (?:are being charged now|were charged)\.$/);
});

it('accepted below its goal: waits for the goal, or charges at once where the creator takes the current amount', async () => {
  const waiting = await pledgedPool(80_00);
  await stage.accept(waiting.id);
  expect((await noticesOf(anna)).accepted).toMatch(
    /You’ll be charged \$30 as soon as pledges reach the goal of \$80, or earlier if the creator goes ahead with less\. If neither happens by .*, nothing is charged\.$/,
  );
  expect(await moved(anna, waiting)).toEqual({ charged: 0, refunded: 0 });

  const eve = await stage.fan();
  const started = await stage.newPool(80_00);
  await stage.pledge(eve, started.id, 30_00);
  await stage.accept(started.id, { atCurrentAmount: true });
  expect((await noticesOf(eve)).accepted).toMatch(
    /The creator accepted the amount pledged so far, (?:so your card is being|and your card was) charged \$30/,
  );
  expect(await moved(eve, started)).toEqual({ charged: 30_00, refunded: 0 });
});

it('goal met: tells each fan once, however often the pool reaches its goal', async () => {
  const pool = await stage.newPool(30_00);
  const [eve, kim] = [await stage.fan(), await stage.fan()];
  await stage.pledge(eve, pool.id, 20_00);
  for (let round = 0; round < 2; round += 1) {
    const { id } = await stage.pledge(kim, pool.id, 10_00);
    await kim.client.call(withdrawPledge, { params: { id } });
  }
  await stage.app.settle();
  const { notifications } = await eve.client.call(listNotifications);
  expect(notifications.map(({ kind, title }) => [kind, title])).toEqual([
    ['goal_met_fan', 'A pool you back met its goal'],
  ]);
});

it('goal met without a creator: says that no creator has claimed it', async () => {
  const pool = await stage.newPool(30_00);
  await stage.sql`update pools set assigned_creator_id = null, creator_profile_id = null where id = ${pool.id}`;
  await stage.pledge(anna, pool.id, 30_00);
  expect((await noticesOf(stage.people.owner)).goal_met_owner).toContain('No creator has claimed it yet.');
  await stage.sql`update pools set response_due_at = now() - interval '1 ms', clock_at = now() where id = ${pool.id}`;
  await stage.apply(pool.id, { type: 'clock' });
  expect((await noticesOf(anna)).lapsed).toBe(
    'No creator took on “A song about rain” in time. Your card was not charged.',
  );
});

it.each(['in_production', 'delivered'] as const)(
  'removed while %s: says that the charge is refunded',
  async (status) => {
    const pool = await fundedPool();
    if (status === 'delivered') await stage.deliver(pool.id);
    await stage.apply(pool.id, { type: 'remove' });
    const notices = await noticesOf(anna);
    expect(notices.removed).toMatch(
      /^“A song about rain” was removed by an admin\. The \$30 charged to your card (?:is being|was) refunded in full\./,
    );
    expect(notices.refunded).toContain('We refunded $30 for “A song about rain”');
    expect(await moved(anna, pool)).toEqual({ charged: 30_00, refunded: 30_00 });
    expect((await noticesOf(stage.people.owner)).removed).toContain(
      'Everyone whose card was charged is refunded in full.',
    );
    expect((await noticesOf(stage.people.creator)).removed_creator).toContain('You will not receive a payout for it.');
  },
);

it('completed, joined late and removed: says where the money is each time', async () => {
  const pool = await stage.newPool(30_00);
  await stage.pledge(anna, pool.id, 30_00);
  await stage.accept(pool.id, { allowLatePledges: true });
  await stage.app.settle();
  await stage.deliver(pool.id);
  const [early, late] = [await stage.fan(), await stage.fan()];
  await stage.pledge(early, pool.id, 10_00);
  expect((await noticesOf(early)).receipt).toMatch(
    /You were charged \$10 .*ready on the pool’s page\. Your payment is held until /,
  );
  await stage.clock(pool.id, 'quiet_until');
  // $40, less 5 % and 2.9 % + 30 cents a charge.
  expect((await noticesOf(stage.people.creator)).completed).toContain(
    'You’ll receive $36.24, which is the payments less fees.',
  );
  await stage.pledge(late, pool.id, 10_00);
  expect((await noticesOf(late)).receipt).toMatch(/ready on the pool’s page\. Your payment now goes to the creator\.$/);

  await stage.apply(pool.id, { type: 'remove' });
  for (const [fan, amount] of [
    [anna, '$30'],
    [early, '$10'],
    [late, '$10'],
  ] as const) {
    expect((await noticesOf(fan)).removed).toContain(
      `The ${amount} you paid went to the creator after the delivery and is not refunded.`,
    );
    expect((await moved(fan, pool)).refunded).toBe(0);
  }
});

it('given up: fans who paid and fans who did not each read what happened to their money', async () => {
  const pool = await pledgedPool();
  await stage.accept(pool.id);
  await stage.app.settle();
  await stage.clock(pool.id, 'payment_due_at');
  expect((await noticesOf(ben)).pledge_dropped).toContain(
    'Your $20 pledge to “A song about rain” was not paid in time. Nothing was charged.',
  );
  await stage.people.creator.client.call(giveUpPool, { params: { id: pool.id } });
  await Promise.all([noticesOf(anna), noticesOf(ben)]);
  // The lifecycle's own reason is not quoted as a person's reason.
  const body = '“A song about rain” will not be delivered: A Creator gave up.';
  expect(await bodiesOf(anna)).toContainEqual(
    expect.stringMatching(new RegExp(`^${body} The \\$30 charged to your card`)),
  );
  expect(await bodiesOf(ben)).toContain(`${body} Your card was not charged.`);
});

async function bodiesOf(who: Person): Promise<string[]> {
  return (await who.client.call(listNotifications)).notifications.map(({ body }) => body);
}

it('sends no notice about something that was settled before the job ran', async () => {
  const pool = await fundedPool();
  const [pledge] = await stage.sql<{ id: string }[]>`select id from pledges where fan_id = ${anna.id}`;
  const before = await bodiesOf(stage.people.creator);
  await stage.context.db.tx(async (tx) => {
    const about = { pledgeId: pledge?.id ?? '', poolId: pool.id, userId: anna.id };
    await stage.context.facts.publish(tx, 'pledge.payment_due', { ...about, reminder: 1 });
    await stage.context.facts.publish(tx, 'pledge.dropped', about);
    await stage.context.facts.publish(tx, 'pool.transitioned', {
      ...{ poolId: pool.id, from: 'open', to: 'goal_met', event: 'pledges_changed' },
      ...{ reason: null, actorId: null, moveId: 0 },
    });
    await stage.context.facts.publish(tx, 'pool.response_reminder', { poolId: pool.id, step: 'last' });
  });
  // The card may be charged before or after the fan reads that the request was accepted.
  expect(Object.keys(await noticesOf(anna)).toSorted()).toEqual(['accepted', 'goal_met_fan', 'receipt']);
  expect(await bodiesOf(stage.people.creator)).toEqual(before);
});
