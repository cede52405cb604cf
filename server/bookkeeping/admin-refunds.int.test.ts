import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { getDispute, listDisputes } from '#contract/admin/disputes.ts';
import { getAdminMoney } from '#contract/admin/money.ts';
import { getMovement } from '#contract/admin/money-lists.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getReceipt } from '#contract/pledges/receipts.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { refundPayment as refundPaidPledge } from '#server/pledges/refund-payment.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import type { Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { unzip } from '#testing/zip.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
});
afterAll(() => stage.close());

const admin = () => stage.people.admin.client;
const reason = 'The second track was cut short';

/** A delivered pool with two paid pledges, of $30 and $20. */
async function delivered() {
  const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  const [fan] = fans;
  const [pledge] = pledges;
  if (!fan || !pledge) throw new Error('there is no pledge');
  await stage.deliver(poolId);
  const [row] = await stage.sql<{ id: string; processorRef: string }[]>`
    select id, processor_ref from payments where subject = ${`pledge:${pledge.id}`}`;
  return { poolId, fan, pledgeId: pledge.id, paymentId: row?.id ?? '', chargeRef: row?.processorRef ?? '' };
}

const refund = async (paymentId: string, amountCents: number, requestKey: string = randomUUID()) => {
  const charge = await admin().call(refundPayment, {
    params: { id: paymentId },
    body: { requestKey, amountCents, reason },
  });
  await stage.app.settle();
  return charge;
};
const noticesOf = async (person: Person, kind: string) => {
  const { notifications } = await person.client.call(listNotifications);
  return notifications.filter((notice) => notice.kind === kind).map(({ title, body }) => ({ title, body }));
};
const standing = async ({ poolId, fan, pledgeId }: { poolId: string; fan: Person; pledgeId: string }) => {
  const { status, refundedCents } = await stage.get(fan, pledgeId);
  const access = await stage.sql`select 1 from content_access where pledge_id = ${pledgeId}`;
  const { currentAmount, pledgedAmount } = await stage.pool(poolId);
  return { status, refundedCents, reads: access.length > 0, currentAmount, pledgedAmount };
};

describe('refunds by admins', () => {
  it('refunds a part once: pledge and access stay, and totals, receipt and notices follow', async () => {
    const one = await delivered();
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => refund(one.paymentId, 12_00, key)));
    expect(await standing(one)).toEqual({
      status: 'paid',
      refundedCents: 12_00,
      reads: true,
      currentAmount: 38_00,
      pledgedAmount: 50_00,
    });
    const receipt = await one.fan.client.call(getReceipt, { params: { id: one.pledgeId } });
    expect(receipt).toMatchObject({
      amountCents: 30_00,
      refundedCents: 12_00,
      partialRefunds: [{ amountCents: 12_00, reason }],
      platformFeeCents: 90,
      processorCostCents: 70,
      creatorCents: 16_40,
    });
    expect(await noticesOf(one.fan, 'refunded')).toEqual([
      {
        title: 'Part of your pledge was refunded',
        body: expect.stringContaining(`We refunded $12 of the $30 that you paid for`),
      },
    ]);
    expect(await noticesOf(stage.people.creator, 'refund_creator')).toHaveLength(1);
    const movement = await admin().call(getMovement, { params: { id: one.paymentId } });
    expect(movement.charge).toMatchObject({ paidCents: 30_00, leftCents: 18_00, blocked: null, released: false });
    const of = await admin().call(getMovement, { params: { id: key } });
    expect(of).toMatchObject({ kind: 'refund', chargeId: one.paymentId, charge: null, reason });
    const { items } = await admin().call(listAudit, { query: { action: 'payment.refunded' } });
    expect(items.filter(({ target }) => target.id === one.paymentId)).toHaveLength(1);
  });

  it('refunds everything: the pledge ends, and so does the access', async () => {
    const one = await delivered();
    await refund(one.paymentId, 10_00);
    await refund(one.paymentId, 20_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00, reads: false });
    expect((await stage.pool(one.poolId)).currentAmount).toBe(20_00);
    const titles = (await noticesOf(one.fan, 'refunded')).map(({ title }) => title);
    expect(titles).toEqual(['Your pledge was refunded', 'Part of your pledge was refunded']);
    const archive = await (await one.fan.client.raw('GET', '/api/user/export')).arrayBuffer();
    expect(JSON.parse(String(unzip(Buffer.from(archive)).get('payments.json')))).toMatchObject([
      { refundedCents: 30_00, refunds: [{ amountCents: 10_00, status: 'succeeded' }, { amountCents: 20_00 }] },
    ]);
    await expect(refund(one.paymentId, 1)).rejects.toMatchObject({ code: 'conflict' });
    const { charge } = await admin().call(getMovement, { params: { id: one.paymentId } });
    expect(charge?.blocked).toBe('Nothing is left to refund.');
  });

  it('after the payout, takes the creator’s part back', async () => {
    const one = await delivered();
    await stage.clock(one.poolId, 'quiet_until');
    await stage.app.settle();
    await refund(one.paymentId, 10_00);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'paid', reads: true, currentAmount: 40_00 });
    const [notice] = await noticesOf(stage.people.creator, 'refund_creator');
    // $10 less the fee of 5 % and a third of the cost of $1.17.
    expect(notice?.body).toContain('$9.11 is taken back');
    const { charge } = await admin().call(getMovement, { params: { id: one.paymentId } });
    expect(charge).toMatchObject({ released: true, leftCents: 20_00 });
    await refund(one.paymentId, 20_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', reads: false, currentAmount: 20_00 });
  });

  it('pays the creator the rest if the pool completed while the refund was under way', async () => {
    const one = await delivered();
    await stage.sql`
      update pools set quiet_until = now() - interval '1 ms', clock_at = now() - interval '1 ms' where id = ${one.poolId}`;
    const request = { requestKey: randomUUID(), paymentId: one.paymentId, amountCents: 10_00, reason };
    await stage.context.db.tx(async (tx) => {
      await refundPaidPledge(stage.context, tx, request);
      await applyPoolEvent(stage.context, tx, one.poolId, { type: 'clock' });
    });
    await stage.app.settle();
    const payouts = await stage.sql<{ subject: string }[]>`
      select subject from payouts where subject like ${`pool:${one.poolId}%`} order by created_at`;
    expect(payouts.map(({ subject }) => subject)).toContain(`pool:${one.poolId}:${one.pledgeId}`);
  });

  it('refunds the rest if the pool is removed after a partial refund', async () => {
    const one = await delivered();
    await refund(one.paymentId, 10_00);
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00, reads: false });
  });

  it('is closed to everyone but admins, and needs a reason', async () => {
    const one = await delivered();
    const body = { requestKey: randomUUID(), amountCents: 1_00, reason };
    const params = { id: one.paymentId };
    for (const { client } of [one.fan, stage.people.creator, stage.people.owner]) {
      await expect(client.call(refundPayment, { params, body })).rejects.toMatchObject({ code: 'forbidden' });
    }
    for (const wrong of [{ reason: ' ' }, { amountCents: 0 }, { amountCents: 1.5 }, { requestKey: 'x' }]) {
      const call = admin().call(refundPayment, { params, body: { ...body, ...wrong } });
      await expect(call).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(refund(randomUUID(), 1_00)).rejects.toMatchObject({ code: 'not_found' });
    expect(await standing(one)).toMatchObject({ status: 'paid', refundedCents: 0 });
  });

  it('works while the pool is frozen', async () => {
    const one = await delivered();
    await stage.apply(one.poolId, { type: 'freeze' });
    await refund(one.paymentId, 1_00);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'paid', refundedCents: 1_00 });
    await refund(one.paymentId, 29_00);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
  });

  it('refunds a payment with a fraud warning, which then needs nothing more', async () => {
    const one = await delivered();
    const other = await delivered();
    const { bank } = stage.context.cards as SandboxProcessor;
    await bank.warn(one.chargeRef);
    await bank.warn(other.chargeRef);
    await stage.app.settle();
    expect((await admin().call(getAdminMoney)).warningCount).toBe(2);
    const { items } = await admin().call(listDisputes, { query: { status: 'warning' } });
    const details = await Promise.all(items.map(({ id }) => admin().call(getDispute, { params: { id } })));
    const warning = details.find(({ charge }) => charge?.paymentId === one.paymentId);
    expect(warning).toMatchObject({ actionable: true, refunded: false, charge: { leftCents: 30_00, blocked: null } });
    await refund(one.paymentId, 30_00);
    await bank.dispute(other.chargeRef);
    await stage.app.settle();
    const after = await admin().call(listDisputes, { query: { status: 'warning' } });
    expect(after.items.map(({ refunded, actionable }) => [refunded, actionable]).sort()).toEqual([
      [false, false],
      [true, false],
    ]);
    expect((await admin().call(getAdminMoney)).warningCount).toBe(0);
  });
});
