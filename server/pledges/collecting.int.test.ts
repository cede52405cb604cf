import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePledge,
  dismissPledge,
  listMyPledges,
  payPledge,
  removeSavedCard,
  withdrawPledge,
} from '#contract/pledges/pledges.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import type { Person } from '#testing/insert-person.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';
import { setupOverJob } from './pledge-jobs.ts';
import { retryCard } from './reminders/retry-card.ts';
import { storeTogether } from './store-pledge.ts';

// cspell:ignore behaviour (a column)

const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'went through',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('collecting', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const pay = (fan: Person, id: string, useSavedCard?: boolean) =>
    fan.client.call(payPledge, { params: { id }, ...(useSavedCard === undefined ? {} : { body: { useSavedCard } }) });
  const faults = () => faultsOf(stage.context);

  it('charges every card once the creator has accepted, and gives access', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    expect(await stage.pool(poolId)).toMatchObject({
      status: 'in_production',
      currentAmount: 50_00,
      pledgedAmount: 50_00,
      paidPercentage: 100,
    });
    for (const [index, fan] of fans.entries()) {
      const id = pledges[index]?.id ?? '';
      expect(await stage.get(fan, id)).toMatchObject({ status: 'paid' });
      expect(await codeOf(fan.client.call(withdrawPledge, { params: { id } }))).toBe('pledge_locked');
      expect(await codeOf(fan.client.call(changePledge, { params: { id }, body: { amountCents: 40_00 } }))).toBe(
        'pledge_locked',
      );
      expect(await codeOf(pay(fan, id))).toBe('nothing_due');
    }
    const access = await stage.sql`select 1 from content_access where pool_id = ${poolId}`;
    expect(access).toHaveLength(2);
  });

  it('opens no pledge without a card that another pledge of its batch releases by meeting the goal', async () => {
    const pool = await stage.newPool(30_00);
    await stage.accept(pool.id);
    const [waiting, counting] = [await stage.fan(), await stage.fan()];
    const cardId = await stage.saveCard(counting);
    const terms = { poolId: pool.id, anonymous: false, isNew: true };
    const answers = await storeTogether(stage.context, [
      { ...terms, id: randomUUID(), requestKey: randomUUID(), fanId: waiting.id, amountCents: 10_00, cardId: null },
      { ...terms, id: randomUUID(), requestKey: randomUUID(), fanId: counting.id, amountCents: 30_00, cardId },
    ]);
    expect(answers.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['opened', 'released'],
      ['pledged', 'pledged'],
    ]);
    const jobs = await stage.sql`
      select 1 from pgboss.job where data ->> 'kind' = ${setupOverJob.kind} and data -> 'payload' ->> 'pledgeId' = ${answers[0]?.id ?? ''}`;
    expect(jobs).toEqual([]);
    await stage.settle();
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', fanCount: 1 });
  });

  it('asks a fan with a declined card to pay with another card', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 30_00 },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const [, fan] = fans as [Person, Person];
    const id = pledges[1]?.id ?? '';
    expect(await stage.pool(poolId)).toMatchObject({
      status: 'collecting',
      currentAmount: 30_00,
      pledgedAmount: 50_00,
    });
    const due = await stage.get(fan, id);
    expect(due).toMatchObject({ status: 'notified', dismissed: false, paidAt: null });
    expect(due.declineReason).toMatch(/\w/);
    expect(new Date(due.dueAt ?? 0).getTime()).toBeGreaterThan(Date.now());
    expect(await fan.client.call(listMyPledges, { query: { status: 'notified' } })).toHaveLength(1);
    expect(await fan.client.call(dismissPledge, { params: { id } })).toMatchObject({
      dismissed: true,
      status: 'notified',
    });

    const page = await pay(fan, id);
    expect(page).toMatchObject({ status: 'notified', url: expect.stringContaining('/sandbox/checkout/') });
    expect((await pay(fan, id)).url).toBe(page.url);
    expect(await stage.checkout(page.url, cards.declined)).toContain(`/payment/declined?pledge=${id}`);
    await stage.app.settle();
    expect((await stage.get(fan, id)).status).toBe('notified');

    const again = await pay(fan, id);
    expect(await stage.checkout(again.url)).toContain(`/payment/success?pledge=${id}`);
    await stage.app.settle();
    expect((await stage.get(fan, id)).status).toBe('paid');
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
    expect(await codeOf(pay(fan, id))).toBe('nothing_due');
  });

  it('retries the saved card on request and offers the hosted page after another decline', async () => {
    const { fans, pledges } = await stage.collected([{ cents: 20_00, card: cards.insufficient }], { floorCents: 0 });
    const [fan] = fans as [Person];
    const id = pledges[0]?.id ?? '';
    const answer = await pay(fan, id, true);
    expect(answer).toMatchObject({ status: 'notified', url: expect.any(String) });
    // In the meantime a better card was saved elsewhere.
    await stage.saveCard(fan);
    expect(await pay(fan, id, true)).toEqual({ status: 'paid' });
    const [row] = await stage.sql<{ n: number }[]>`
      select count(*) as n from sandbox.charges c join payments p on p.idempotency_key = c.reference
      where p.subject = ${`pledge:${id}`} and c.status = 'succeeded'`;
    expect(row?.n).toBe(1);
  });

  it('lets a fan approve a card that needs authentication on the hosted page', async () => {
    const pool = await stage.newPool(20_00);
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 20_00);
    await approve(fan, setup?.url);
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
    await stage.accept(pool.id);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('notified');
    await approve(fan, (await pay(fan, pledge.id)).url);
    expect((await stage.get(fan, pledge.id)).status).toBe('paid');
  });

  async function approve(fan: Person, url = '') {
    const path = new URL(url).pathname;
    const json = { 'content-type': 'application/json' };
    const card = JSON.stringify({ cardNumber: cards.authentication, expiry: '12/40', cvc: '123' });
    await fan.client.raw('POST', `${path}/complete`, { headers: json, body: card });
    const answer = await fan.client.raw('POST', `${path}/complete`, {
      headers: json,
      body: JSON.stringify({ authentication: 'approve' }),
    });
    if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`);
    await stage.app.settle();
  }

  it('charges once when the responses of the processor are lost', async () => {
    faults().plan('confirmCharge', 'error_after', 1);
    faults().plan('createCharge', 'hang_after', 1);
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    for (let round = 0; round < 5; round += 1) {
      await stage.sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and name = 'money'`;
      await stage.app.settle();
    }
    for (const [index, fan] of fans.entries()) {
      expect((await stage.get(fan, pledges[index]?.id ?? '')).status).toBe('paid');
    }
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });

  it('reminds the fan, then drops a pledge that is not paid in time', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 30_00 },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const [, fan] = fans as [Person, Person];
    const id = pledges[1]?.id ?? '';
    await fan.client.call(dismissPledge, { params: { id } });
    await stage.sql`
      update pledges set notified_at = notified_at - interval '49 hours', remind_at = remind_at - interval '49 hours',
        dismissed_until = dismissed_until - interval '49 hours' where id = ${id}`;
    await runNow(id, 'pledge.remind');
    expect(await stage.get(fan, id)).toMatchObject({ status: 'notified', dismissed: false });
    const notices = await stage.sql<{ title: string }[]>`
      select title from notifications where user_id = ${fan.id} and kind = 'payment_due' order by created_at`;
    expect(notices.map(({ title }) => title)).toHaveLength(2);

    await stage.clock(poolId, 'payment_due_at');
    expect(await stage.pool(poolId)).toMatchObject({
      status: 'in_production',
      currentAmount: 30_00,
      pledgedAmount: 30_00,
      fanCount: 1,
    });
    expect((await stage.get(fan, id)).status).toBe('dropped');
    expect(await codeOf(pay(fan, id))).toBe('nothing_due');
  });

  it('retries a soft decline once, shortly before the window ends', async () => {
    const { fans, pledges } = await stage.collected([{ cents: 20_00, card: cards.insufficient }, { cents: 20_00 }]);
    const [fan] = fans as [Person];
    const id = pledges[0]?.id ?? '';
    const attempts = async () => (await stage.sql`select 1 from payments where subject = ${`pledge:${id}`}`).length;
    expect(await attempts()).toBe(1);
    // Money has arrived on the card.
    await stage.sql`
      update sandbox.cards set behaviour = 'pays'
      where id = (select c.card_ref from pledges p join cards c on c.id = p.card_id where p.id = ${id})`;
    await stage.sql`update pledges set due_at = now() + interval '1 hour' where id = ${id}`;
    await runNow(id, 'pledge.last_try');
    expect((await stage.get(fan, id)).status).toBe('paid');
    expect(await attempts()).toBe(2);
  });

  it.each([
    ['declined', 'hard'],
    ['needs_authentication', 'needs_action'],
  ] as const)('charges a card that is %s only once without the fan', async (behavior, declineKind) => {
    const pool = await stage.newPool(20_00);
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 20_00);
    await stage.sql`
      update sandbox.cards set behaviour = ${behavior}
      where id = (select c.card_ref from pledges p join cards c on c.id = p.card_id where p.id = ${id})`;
    await stage.accept(pool.id);
    await stage.app.settle();
    expect(await stage.get(fan, id)).toMatchObject({ status: 'notified', declineKind });
    const tries = await stage.sql`
      select 1 from pgboss.job where data->'payload'->>'pledgeId' = ${id} and data->>'kind' = 'pledge.last_try'`;
    expect(tries).toHaveLength(0);
    // Even a job that should not exist charges nothing.
    await stage.sql`update pledges set due_at = now() + interval '1 hour' where id = ${id}`;
    await retryCard(stage.context, id);
    expect(await stage.sql`select 1 from payments where subject = ${`pledge:${id}`}`).toHaveLength(1);
    await stage.clock(pool.id, 'payment_due_at');
    expect((await stage.get(fan, id)).status).toBe('dropped');
  });

  async function runNow(pledgeId: string, kind: string) {
    const moved = await stage.sql`
      update pgboss.job set start_after = now()
      where data->'payload'->>'pledgeId' = ${pledgeId} and data->>'kind' = ${kind} and state = 'created' returning id`;
    expect(moved).toHaveLength(1);
    await stage.app.settle();
  }

  it('keeps a payment that was made before the window ended, and of which it hears later', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 30_00 },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const [, fan] = fans as [Person, Person];
    const id = pledges[1]?.id ?? '';
    const { url } = await pay(fan, id);
    const faults = faultsOf(stage.context);
    faults.webhooks = 'drop';
    await stage.checkout(url);
    await stage.clock(poolId, 'payment_due_at');
    faults.webhooks = 'deliver';
    expect((await stage.get(fan, id)).status).toBe('paid');
    expect(await stage.pool(poolId)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
  });

  it('charges nothing during a freeze and continues afterwards', async () => {
    const pool = await stage.newPool(20_00);
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 20_00, cards.insufficient);
    await stage.accept(pool.id);
    await stage.app.settle();
    const before = await stage.get(fan, id);
    await stage.apply(pool.id, { type: 'freeze' });
    expect(await codeOf(pay(fan, id))).toBe('pool_frozen');
    await stage.sql`update pools set frozen_at = frozen_at - interval '1 hour' where id = ${pool.id}`;
    await stage.apply(pool.id, { type: 'unfreeze' });
    const after = await stage.get(fan, id);
    const shift = new Date(after.dueAt ?? 0).getTime() - new Date(before.dueAt ?? 0).getTime();
    expect(shift).toBeGreaterThanOrEqual(60 * 60_000 - 5);
    expect((await pay(fan, id)).url).toBeDefined();
  });

  it('waits for an admin who freezes the pool at the same moment, and then charges nothing', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 20_00, card: cards.insufficient }]);
    const [fan] = fans as [Person];
    const id = pledges[0]?.id ?? '';
    await stage.saveCard(fan);
    const paying = await stage.context.db.tx(async (tx) => {
      await applyPoolEvent(stage.context, tx, poolId, { type: 'freeze' });
      const answer = codeOf(pay(fan, id, true));
      await lockWaits(tx);
      return { answer };
    });
    expect(await paying.answer).toBe('pool_frozen');
    expect((await stage.get(fan, id)).status).toBe('notified');
  });

  it('refuses to remove a card that a pledge needs', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 20_00);
    const [row] = await stage.sql<{ cardId: string }[]>`select card_id from pledges where id = ${id}`;
    const params = { id: row?.cardId ?? '' };
    expect(await codeOf(fan.client.call(removeSavedCard, { params }))).toBe('pledge_locked');
    await fan.client.call(withdrawPledge, { params: { id } });
    expect(await fan.client.call(removeSavedCard, { params })).toEqual({ ok: true });
  });

  it('decides a race of accepting and withdrawing for one of them', async () => {
    for (let round = 0; round < 12; round += 1) {
      const pool = await stage.newPool(20_00);
      const fan = await stage.fan();
      const { id } = await stage.pledge(fan, pool.id, 20_00);
      const [accepted, withdrawn] = await Promise.all([
        codeOf(stage.accept(pool.id)),
        codeOf(fan.client.call(withdrawPledge, { params: { id } })),
      ]);
      await stage.app.settle();
      const [{ status: poolStatus }, { status }] = await Promise.all([stage.pool(pool.id), stage.get(fan, id)]);
      expect(accepted).toBe('went through');
      if (withdrawn === 'went through') expect([poolStatus, status]).toEqual(['accepted', 'withdrawn']);
      else expect([withdrawn, poolStatus, status]).toEqual(['pledge_locked', 'in_production', 'paid']);
    }
  });

  it('decides a race of starting below the goal and withdrawing for one of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { pool, fan, id } = await acceptedBelowGoal();
      const [started, withdrawn] = await Promise.all([
        codeOf(stage.accept(pool.id, { atCurrentAmount: true })),
        codeOf(fan.client.call(withdrawPledge, { params: { id } })),
      ]);
      await stage.app.settle();
      const [{ status: poolStatus }, { status }] = await Promise.all([stage.pool(pool.id), stage.get(fan, id)]);
      if (started === 'went through')
        expect([withdrawn, poolStatus, status]).toEqual(['pledge_locked', 'in_production', 'paid']);
      else
        expect([started, withdrawn, poolStatus, status]).toEqual([
          'below_floor',
          'went through',
          'accepted',
          'withdrawn',
        ]);
    }
  });

  it('decides a race of starting below the goal and the deadline for one of them', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { pool, fan, id } = await acceptedBelowGoal();
      const passDeadline = async () => {
        await stage.sql`
          update pools set deadline = now() - interval '1 ms', clock_at = now() - interval '1 ms'
          where id = ${pool.id} and status = 'accepted'`;
        await stage.apply(pool.id, { type: 'clock' });
      };
      const [started] = await Promise.all([codeOf(stage.accept(pool.id, { atCurrentAmount: true })), passDeadline()]);
      await stage.app.settle();
      const [{ status: poolStatus }, { status }] = await Promise.all([stage.pool(pool.id), stage.get(fan, id)]);
      if (started === 'went through') expect([poolStatus, status]).toEqual(['in_production', 'paid']);
      else expect([started, poolStatus, status]).toEqual(['pool_state', 'expired', 'released']);
    }
  });

  async function acceptedBelowGoal() {
    const pool = await stage.newPool(50_00);
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 20_00);
    await stage.accept(pool.id);
    return { pool, fan, id };
  }
});
