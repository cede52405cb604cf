import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payPledge } from '#contract/pledges/pledges.ts';
import { declinePool, getPool, giveUpPool, proceedWithPool } from '#contract/pools/pools.ts';
import { moneyInvariants } from '#server/money/check-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { runWaiting } from '#testing/app.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';
import { applyPledgeEvent, lockPledge } from './apply-pledge-event.ts';
import { pledgeInvariants } from './check-pledges.ts';
import { chargeJob, refundJob } from './pledge-jobs.ts';
import { sweepPledges } from './sweep-pledges.ts';

describe('how pledges end with their pool', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const statusOf = async (fan: Person | undefined, id: string | undefined) =>
    fan && id ? (await stage.get(fan, id)).status : 'no pledge';
  const heldOf = async (poolId: string) => {
    const [row] = await stage.sql<{ cents: number | null }[]>`
      select -sum(amount_cents)::bigint as cents from ledger_entries where account = ${`held:${poolId}`}`;
    return row?.cents ?? 0;
  };
  const payoutsOf = (poolId: string) => stage.sql<{ amountCents: number; status: string }[]>`
    select amount_cents, status from payouts where subject like ${`pool:${poolId}%`} order by created_at`;

  it.each([
    ['expired', (id: string) => stage.clock(id, 'deadline')],
    ['cancelled', (id: string) => stage.apply(id, { type: 'cancel', byAdmin: true, othersPledged: true })],
    ['removed', (id: string) => stage.apply(id, { type: 'remove' })],
    [
      'declined',
      async (id: string) => {
        await stage.people.creator.client.call(declinePool, { params: { id }, body: { reason: 'Not my genre' } });
      },
    ],
  ] as const)('%s: every card is let go', async (end, act) => {
    const pool = await stage.newPool(100_00);
    const [one, two, three] = [await stage.fan(), await stage.fan(), await stage.fan()];
    const pledged = await stage.pledge(one, pool.id, 20_00);
    await stage.pledge(two, pool.id, 20_00);
    const waiting = await stage.post(three, pool.id, 20_00);
    await act(pool.id);
    await stage.app.settle();
    const [row] = await stage.sql`select status, pledged_cents, fan_count from pools where id = ${pool.id}`;
    expect(row).toMatchObject({ status: end, pledgedCents: 0, fanCount: 0 });
    expect(await statusOf(one, pledged.id)).toBe('released');
    expect(await statusOf(three, waiting.pledge.id)).toBe('released');
    expect(await heldOf(pool.id)).toBe(0);
  });

  it('pays the creator after a delivery without objections, less fee and costs', async () => {
    const { poolId } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    expect(await heldOf(poolId)).toBe(50_00);
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    expect((await stage.pool(poolId)).status).toBe('completed');
    expect(await heldOf(poolId)).toBe(0);
    // 5 % of $50, and 2.9 % + 30 ¢ of $30 and of $20.
    expect(await payoutsOf(poolId)).toMatchObject([{ amountCents: 50_00 - 2_50 - 1_17 - 88 }]);
  });

  it('refunds everyone and revokes access when the delivery is late', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    await stage.clock(poolId, 'delivery_due_at');
    expect(await stage.pool(poolId)).toMatchObject({
      status: 'refunded',
      currentAmount: 0,
      pledgedAmount: 0,
      fanCount: 0,
    });
    expect(await statusOf(fans[0], pledges[0]?.id)).toBe('refunded');
    expect(await statusOf(fans[1], pledges[1]?.id)).toBe('refunded');
    expect(await heldOf(poolId)).toBe(0);
    expect(await stage.sql`select 1 from content_access where pool_id = ${poolId}`).toHaveLength(0);
    expect((await stage.get(fans[0] as Person, pledges[0]?.id ?? '')).refundedAt).not.toBeNull();
  });

  it('revokes access before the processor has confirmed the refund', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }]);
    await stage.people.creator.client.call(giveUpPool, { params: { id: poolId } });
    expect(['refund_pending', 'refunded']).toContain(await statusOf(fans[0], pledges[0]?.id));
    expect(await stage.sql`select 1 from content_access where pool_id = ${poolId}`).toHaveLength(0);
    await stage.app.settle();
    expect(await statusOf(fans[0], pledges[0]?.id)).toBe('refunded');
  });

  it('refunds pledges whose jobs were lost, also those behind more than a batch of others', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }, { cents: 10_00 }]);
    await stage.context.db.tx(async (tx) => {
      await applyPoolEvent(stage.context, tx, poolId, { type: 'give_up' });
      await tx`delete from pgboss.job where data->>'kind' = ${refundJob.kind} and state = 'created'`;
    });
    await stage.app.settle();
    const statuses = () => Promise.all(pledges.map(({ id }, index) => statusOf(fans[index], id)));
    expect(await statuses()).toEqual(['refund_pending', 'refund_pending', 'refund_pending']);
    await sweepPledges(stage.context, 1);
    await stage.app.settle();
    expect(await statuses()).toEqual(['refunded', 'refunded', 'refunded']);
  });

  it('holds the money of a shortfall until the creator proceeds or the pool is refunded', async () => {
    const amounts = [{ cents: 30_00 }, { cents: 70_00, card: cards.insufficient }];
    const ahead = await stage.collected(amounts, { floorCents: 50_00 });
    await stage.clock(ahead.poolId, 'payment_due_at');
    expect(await stage.pool(ahead.poolId)).toMatchObject({
      status: 'shortfall',
      currentAmount: 30_00,
      pledgedAmount: 30_00,
    });
    expect(await statusOf(ahead.fans[1], ahead.pledges[1]?.id)).toBe('dropped');
    await stage.people.creator.client.call(proceedWithPool, { params: { id: ahead.poolId } });
    expect((await stage.pool(ahead.poolId)).status).toBe('in_production');

    const back = await stage.collected(amounts, { floorCents: 50_00 });
    await stage.clock(back.poolId, 'payment_due_at');
    await stage.clock(back.poolId, 'shortfall_due_at');
    expect((await stage.pool(back.poolId)).status).toBe('refunded');
    expect(await statusOf(back.fans[0], back.pledges[0]?.id)).toBe('refunded');
    expect(await heldOf(back.poolId)).toBe(0);
  });

  it('refunds paid pledges and releases due ones when the pool is removed while collecting', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 30_00 },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const page = await (fans[1] as Person).client.call(payPledge, { params: { id: pledges[1]?.id ?? '' } });
    await stage.apply(poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await statusOf(fans[0], pledges[0]?.id)).toBe('refunded');
    expect(await statusOf(fans[1], pledges[1]?.id)).toBe('released');
    // The payment page that was open is closed with it.
    const answer = await (fans[1] as Person).client.raw('POST', `${new URL(page.url ?? '').pathname}/complete`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cardNumber: cards.pays, expiry: '12/40', cvc: '123' }),
    });
    expect(answer.status).not.toBe(200);
    await stage.app.settle();
    expect(await statusOf(fans[1], pledges[1]?.id)).toBe('released');
    expect(await heldOf(poolId)).toBe(0);
  });

  describe('a charge attempt that was stored and never sent', () => {
    const faults = () => faultsOf(stage.context);
    const chargesOf = (id: string) => stage.sql<{ status: string }[]>`
      select c.status from sandbox.charges c join payments p on p.idempotency_key = c.reference where p.subject = ${`pledge:${id}`}`;

    /** The processor is unreachable from a given call of the first charge on, which leaves the state of a crash. */
    async function left(call: 'createCharge' | 'confirmCharge', as: 'created' | 'processing') {
      const pool = await stage.newPool(20_00);
      const fan = await stage.fan();
      const { id } = await stage.pledge(fan, pool.id, 20_00);
      faults().plan(call, 'unreachable', 100);
      await stage.accept(pool.id);
      await stage.app.settle();
      faults().clear();
      expect(await statusOf(fan, id)).toBe('charging');
      expect(await stage.sql`select status from payments where subject = ${`pledge:${id}`}`).toEqual([{ status: as }]);
      return { poolId: pool.id, fan, id };
    }

    it('charges nothing after its pool has ended', async () => {
      const { poolId, fan, id } = await left('createCharge', 'created');
      await stage.apply(poolId, { type: 'remove' });
      await runWaiting(stage.app, chargeJob.kind);
      expect(await statusOf(fan, id)).toBe('released');
      await reconcile(stage.context, { olderThanMs: 0 });
      await runWaiting(stage.app, chargeJob.kind);
      expect(await chargesOf(id)).toEqual([{ status: 'failed' }]);
      expect(await statusOf(fan, id)).toBe('released');
    });

    it('is reported by the check if its pool has ended and no job will close it', async () => {
      const { poolId, id } = await left('createCharge', 'created');
      await stage.apply(poolId, { type: 'remove' });
      await runWaiting(stage.app, chargeJob.kind);
      const revive = (status: string) => stage.sql`
        update sandbox.charges set status = ${status}
        where reference in (select idempotency_key from payments where subject = ${`pledge:${id}`})`;
      await revive('created');
      const failing = (await checkInvariants(stage.sql, [...moneyInvariants, ...pledgeInvariants])).filter(
        ({ rows }) => rows.length > 0,
      );
      await revive('failed');
      expect(failing.map(({ name }) => name)).toEqual([
        'every open charge or page of the sandbox processor belongs to a live attempt',
        'no charge that could still be confirmed outlives its pool',
      ]);
    });

    it('charges nothing when the reconciler runs first', async () => {
      const { poolId, fan, id } = await left('createCharge', 'created');
      await stage.apply(poolId, { type: 'remove' });
      await reconcile(stage.context, { olderThanMs: 0 });
      await stage.app.settle();
      expect((await chargesOf(id)).map(({ status }) => status)).not.toContain('succeeded');
      expect(await statusOf(fan, id)).toBe('released');
      expect((await stage.get(fan, id)).declineReason ?? null).toBeNull();
    });

    it('charges nothing if the charge was created and never confirmed', async () => {
      const { poolId, fan, id } = await left('confirmCharge', 'processing');
      await stage.apply(poolId, { type: 'remove' });
      await reconcile(stage.context, { olderThanMs: 0 });
      await stage.app.settle();
      expect(await chargesOf(id)).toEqual([{ status: 'failed' }]);
      expect(await statusOf(fan, id)).toBe('released');
    });

    it('waits during a freeze and is charged once afterwards', async () => {
      const { poolId, fan, id } = await left('createCharge', 'created');
      await stage.apply(poolId, { type: 'freeze' });
      const report = await reconcile(stage.context, { olderThanMs: 0 });
      await runWaiting(stage.app, chargeJob.kind);
      expect(report.failed).toBe(0);
      expect((await chargesOf(id)).map(({ status }) => status)).not.toContain('succeeded');
      await stage.apply(poolId, { type: 'unfreeze' });
      await runWaiting(stage.app, chargeJob.kind);
      expect(await statusOf(fan, id)).toBe('paid');
      // The freeze ended the attempt that it found.
      expect((await chargesOf(id)).map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded']);
    });
  });

  it('goes on with the saved card when the closed payment page is settled first', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 30_00 },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const fan = fans[1] as Person;
    const id = pledges[1]?.id ?? '';
    const page = await fan.client.call(payPledge, { params: { id } });
    await stage.app.driver.changeCards(stage.context, [fan.id], 'pays');
    // Leaves the state of a crash: the server has committed the charge and closed the page, and has settled neither.
    await stage.context.db.tx(async (tx) => {
      const locked = await lockPledge(tx, id);
      await applyPledgeEvent(stage.context, tx, locked, { type: 'charge_card', due: true, frozen: false });
    });
    await stage.context.cards.closeSession(page.url?.split('/').at(-1) ?? '');
    await reconcile(stage.context, { olderThanMs: 0 });
    await runWaiting(stage.app, chargeJob.kind);
    expect(
      await stage.sql`select kind, status from payments where subject = ${`pledge:${id}`} order by created_at`,
    ).toEqual([
      { kind: 'off_session', status: 'failed' },
      { kind: 'hosted', status: 'failed' },
      { kind: 'off_session', status: 'succeeded' },
    ]);
    expect(await statusOf(fan, id)).toBe('paid');
    expect((await stage.pool(poolId)).status).toBe('in_production');
  });

  it('charges a late pledge at once and pays the creator again', async () => {
    const { poolId } = await stage.collected([{ cents: 30_00 }], { allowLatePledges: true });
    const early = await stage.fan();
    await expect(stage.post(early, poolId, 10_00)).rejects.toMatchObject({ code: 'pool_closed' });
    await stage.deliver(poolId);

    const onPage = await stage.fan();
    const asked = await stage.post(onPage, poolId, 10_00);
    expect(asked.pledge.status).toBe('setup_pending');
    const changed = await stage.post(onPage, poolId, 15_00);
    expect(changed.pledge).toMatchObject({ id: asked.pledge.id, amountCents: 15_00 });
    await stage.checkout(changed.setup?.url);
    await stage.app.settle();
    expect(await statusOf(onPage, asked.pledge.id)).toBe('paid');

    const withCard = await stage.fan();
    await stage.saveCard(withCard);
    const paid = await stage.post(withCard, poolId, 20_00, { useSavedCard: true });
    expect(paid).toMatchObject({ pledge: { status: 'paid', amountCents: 20_00 } });
    expect(paid.setup).toBeUndefined();
    expect(await stage.pool(poolId)).toMatchObject({ currentAmount: 65_00, pledgedAmount: 65_00, fanCount: 3 });
    expect(await stage.sql`select 1 from content_access where pool_id = ${poolId}`).toHaveLength(3);

    await stage.clock(poolId, 'quiet_until');
    expect(await heldOf(poolId)).toBe(0);
    const afterwards = await stage.fan();
    await stage.saveCard(afterwards);
    await stage.post(afterwards, poolId, 10_00, { useSavedCard: true });
    await stage.app.settle();
    expect(await heldOf(poolId)).toBe(0);
    expect(await payoutsOf(poolId)).toHaveLength(2);
  });

  it('offers a late fan the hosted page when the saved card is declined', async () => {
    const { poolId } = await stage.collected([{ cents: 30_00 }], { allowLatePledges: true });
    await stage.deliver(poolId);
    const fan = await stage.fan();
    const other = await stage.newPool();
    await stage.pledge(fan, other.id, 10_00, cards.insufficient);
    const { pledge, setup } = await stage.post(fan, poolId, 10_00, { useSavedCard: true });
    expect(pledge).toMatchObject({ status: 'setup_pending', poolStatus: 'delivered' });
    const { myPledge } = await fan.client.call(getPool, { params: { id: poolId } });
    expect(myPledge).toMatchObject({ status: 'setup_pending', poolStatus: 'delivered' });
    await stage.checkout(setup?.url);
    await stage.app.settle();
    expect(await stage.get(fan, pledge.id)).toMatchObject({ status: 'paid', declineReason: null });
  });
});
