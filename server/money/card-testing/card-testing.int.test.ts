import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payPledge, pledgeToPool, replacePledgeCard } from '#contract/pledges/pledges.ts';
import type { CardProcessor } from '#server/money/card-processor.ts';
import { erasePayer } from '#server/money/erase-payer.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { deleteOldTraces } from './card-testing.sql.ts';
import { noteCardVisit, readExceeded } from './guard-cards.ts';
import { recordPageDecline } from './record-decline.ts';

let stage: PledgeStage;
beforeAll(async () => {
  // Requests name their own addresses.
  stage = await PledgeStage.open({ RATE_LIMITS: '1', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => stage.close());

let block = 0;
/** Addresses of one block that no other test uses. */
const newBlock = () => {
  block += 1;
  return (host: number) => `203.${block}.113.${host}`;
};

const pledgeFrom = (fan: Person, poolId: string, ip: string) =>
  fan.client.call(
    pledgeToPool,
    { params: { poolId }, body: { amountCents: 10_00, requestKey: randomUUID() } },
    { 'x-forwarded-for': ip },
  );

/** Tries declined cards on as many pages. */
async function tryCards(fan: Person, poolId: string, ip: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { setup } = await pledgeFrom(fan, poolId, ip);
    await stage.checkout(setup?.url, cards.declined);
    await stage.app.settle();
  }
}

describe('card testing', () => {
  it('ends after five declined cards an hour with one account, and the pledge is kept', async () => {
    const [pool, fan, at] = [await stage.newPool(), await stage.fan(), newBlock()];
    await tryCards(fan, pool.id, at(1), 5);
    const refused = { status: 429, message: expect.stringContaining('Your pledge is kept') };
    await expect(pledgeFrom(fan, pool.id, at(1))).rejects.toMatchObject(refused);
    const [row] = await stage.sql`select status from pledges where fan_id = ${fan.id}`;
    expect(row).toMatchObject({ status: 'setup_pending' });
    // An hour later the fan may try again, but not more than ten times a day.
    await stage.sql`update card_declines set at = at - interval '61 minutes' where user_id = ${fan.id}`;
    await tryCards(fan, pool.id, at(1), 5);
    await stage.sql`update card_declines set at = at - interval '61 minutes' where user_id = ${fan.id}`;
    await expect(pledgeFrom(fan, pool.id, at(1))).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('tomorrow'),
    });
  });

  it('counts the declines of all accounts in one block of addresses, also on another node', async () => {
    const [pool, at] = [await stage.newPool(), newBlock()];
    for (let n = 0; n < 5; n += 1) await tryCards(await stage.fan(), pool.id, at(n), 4);
    const next = await stage.fan();
    await expect(pledgeFrom(next, pool.id, at(200))).rejects.toMatchObject({ status: 429 });
    const elsewhere = await stage.fan();
    expect((await pledgeFrom(elsewhere, pool.id, newBlock()(1))).setup).toBeDefined();
    const second: TestApp = await startTestApp({ beside: stage.app, env: { RATE_LIMITS: '1' } });
    expect(await readExceeded(second.context, next.id)).toBe('hour');
    await second.close();
  });

  it('still counts the declines of deleted accounts', async () => {
    const [pool, at] = [await stage.newPool(), newBlock()];
    for (let n = 1; n <= 5; n += 1) {
      const thief = await stage.fan();
      await tryCards(thief, pool.id, at(n), 4);
      await stage.context.db.tx((tx) => erasePayer(stage.context, tx, thief.id));
    }
    await expect(pledgeFrom(await stage.fan(), pool.id, at(9))).rejects.toMatchObject({ status: 429 });
  });

  it('limits a new page for another card and a payment with a saved card', async () => {
    const at = newBlock();
    const { fans, pledges } = await stage.collected([{ cents: 20_00, card: cards.insufficient }, { cents: 20_00 }]);
    const [fan, pledgeId] = [fans[0] as Person, pledges[0]?.id ?? ''];
    const other = await stage.newPool();
    const kept = await stage.pledge(fan, other.id, 10_00);
    await stage.sql`
      insert into card_declines (key, reference, user_id) select n::text || ${fan.id}, 'x' || n, ${fan.id} from generate_series(1, 5) n`;
    const from = { 'x-forwarded-for': at(1) };
    await expect(fan.client.call(replacePledgeCard, { params: { id: kept.id } }, from)).rejects.toMatchObject({
      status: 429,
    });
    for (const useSavedCard of [false, true]) {
      const input = { params: { id: pledgeId }, body: { useSavedCard } };
      await expect(fan.client.call(payPledge, input, from)).rejects.toMatchObject({ status: 429 });
    }
  });

  it('counts declines on a page that stays open, and closes the page after too many', async () => {
    const [pool, fan] = [await stage.newPool(), await stage.fan()];
    const { setup } = await pledgeFrom(fan, pool.id, newBlock()(1));
    const [page] = await stage.sql<{ id: string }[]>`select id from card_setups where user_id = ${fan.id}`;
    const decline = (eventId: string) =>
      recordPageDecline(stage.context, { processor: 'sandbox', eventId, reference: `setup:${page?.id}` });
    // A repeated event counts once.
    for (const eventId of ['e1', 'e1', 'e2', 'e3', 'e4']) await decline(`${eventId} ${fan.id}`);
    expect(await readExceeded(stage.context, fan.id)).toBeUndefined();
    await decline(`e5 ${fan.id}`);
    expect(await readExceeded(stage.context, fan.id)).toBe('hour');
    await expect(stage.checkout(setup?.url, cards.pays)).rejects.toThrow('already used');
    await stage.app.settle();
    expect(await stage.sql`select 1 from cards where user_id = ${fan.id}`).toHaveLength(0);
  });

  it('does not count the collection of a pool', async () => {
    const { fans } = await stage.collected([{ cents: 20_00, card: cards.insufficient }, { cents: 20_00 }]);
    expect(await stage.sql`select 1 from card_declines where user_id = ${fans[0]?.id ?? ''}`).toHaveLength(0);
  });

  it('forgets addresses and declines after a week', async () => {
    const fan = await stage.fan();
    await noteCardVisit(stage.context, { userId: fan.id, ip: newBlock()(1) });
    await stage.sql`update card_visits set last_at = now() - interval '8 days' where user_id = ${fan.id}`;
    await deleteOldTraces(stage.context.db.sql);
    expect(await stage.sql`select 1 from card_visits where user_id = ${fan.id}`).toHaveLength(0);
  });
});

describe('a page that takes real cards', () => {
  it('needs a confirmed email, keeps the pledge, and opens once the email is confirmed', async () => {
    const real = stage.context.cards as CardProcessor & { inventsCards?: boolean };
    const fan = await stage.fan();
    await stage.sql`update users set email_verified_at = null where id = ${fan.id}`;
    const pool = await stage.newPool();
    const body = { amountCents: 10_00, requestKey: randomUUID() };
    const pledge = () => fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
    real.inventsCards = false;
    try {
      await expect(pledge()).rejects.toMatchObject({ status: 403, code: 'email_unconfirmed' });
      const [kept] = await stage.sql<{ id: string }[]>`select id from pledges where fan_id = ${fan.id}`;
      await stage.sql`update users set email_verified_at = now() where id = ${fan.id}`;
      const answer = await pledge();
      expect(answer.pledge.id).toBe(kept?.id);
      expect(answer.setup).toBeDefined();
    } finally {
      real.inventsCards = true;
    }
  });
});
