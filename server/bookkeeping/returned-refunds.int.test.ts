import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { getMovement, listMovements } from '#contract/admin/money-lists.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { retryRefund, settleRefundOutside } from '#contract/admin/retry-or-settle-refund.ts';
import { listNotifications } from '#contract/notifications.ts';
import { type PaymentProof, parseRecord } from '#contract/pledges/payment-proof.ts';
import { getReceipt } from '#contract/pledges/receipts.ts';
import { getPaymentProof, getTransparency } from '#contract/transparency.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { sweepPledges } from '#server/pledges/sweep-pledges.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import type { Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { readUnsettledRows } from './unsettled.sql.ts';

/** The whole product with the Stripe adapter on the stand-in for Stripe, whose bank returns refunds. Its webhooks are signed and sent. */
let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({}, undefined, { processor: 'stripe', webhooks: 'sent' });
});
afterAll(() => stage.close());

const admin = () => stage.people.admin.client;

async function delivered(more: Parameters<PledgeStage['accept']>[1] = {}) {
  const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }], more);
  const [fan, pledge] = [fans[0], pledges[0]];
  if (!fan || !pledge) throw new Error('there is no pledge');
  await stage.deliver(poolId);
  const [row] = await stage.sql<{ id: string }[]>`select id from payments where subject = ${`pledge:${pledge.id}`}`;
  return { poolId, fan, pledgeId: pledge.id, paymentId: row?.id ?? '' };
}
type Delivered = Awaited<ReturnType<typeof delivered>>;

/** Requests a refund, without running its job. */
async function request(paymentId: string, amountCents: number): Promise<string> {
  const requestKey = randomUUID();
  const body = { requestKey, amountCents, reason: 'The second track was cut short' };
  await admin().call(refundPayment, { params: { id: paymentId }, body });
  return requestKey;
}
async function refund(paymentId: string, amountCents: number): Promise<string> {
  const id = await request(paymentId, amountCents);
  await stage.app.settle();
  return id;
}
async function endPool({ poolId }: { poolId: string }) {
  await stage.apply(poolId, { type: 'remove' });
  await stage.app.settle();
}

/** The bank of the card returns the refund to Stripe, which sends `refund.failed`, and `refund.updated` once more. */
async function comeBack(refundId: string) {
  const [row] = await stage.sql<{ ref: string }[]>`select processor_ref as ref from refunds where id = ${refundId}`;
  await stage.app.driver.standIn?.control('fail-refund', { refund: row?.ref });
  await stage.app.settle();
}

const movement = (id: string) => admin().call(getMovement, { params: { id } });
const standing = async ({ poolId, fan, pledgeId }: { poolId: string; fan: Person; pledgeId: string }) => {
  const { status, refundedCents } = await stage.get(fan, pledgeId);
  const access = await stage.sql`select 1 from content_access where pledge_id = ${pledgeId}`;
  return { status, refundedCents, reads: access.length > 0, currentAmount: (await stage.pool(poolId)).currentAmount };
};
const isListed = async (id: string) => {
  const { items } = await admin().call(listMovements, { query: { status: 'failed', kind: 'refund' } });
  return items.some((item) => item.id === id);
};
const refundsDue = async () => (await readUnsettledRows(stage.sql)).refundsDue;

const reason = 'Bank transfer on November 20';
const payOutside = (id: string, attempt: number | null) =>
  admin().call(settleRefundOutside, { params: { id }, body: { attempt: attempt ?? 0, reason } });
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).toSorted();
const newestNotice = async (fan: Person) => (await fan.client.call(listNotifications)).notifications[0];
const auditOf = async (action: string, paymentId: string) => {
  const { items } = await admin().call(listAudit, { query: { action } });
  return items.filter(({ target }) => target.id === paymentId);
};
const publicTotals = async () => {
  await publishRoot(stage.context);
  return (await admin().call(getTransparency)).latest?.totals;
};

describe('a refund that the bank returns, on Stripe', () => {
  const untouched = { status: 'paid', refundedCents: 0, reads: true, currentAmount: 50_00 };

  it.each([10_00, 30_00])(
    'shows and counts an admin’s refund of %i cents as returned, until it is refunded again',
    async (cents) => {
      const one = await delivered();
      const dueBefore = await refundsDue();
      const id = await refund(one.paymentId, cents);
      await comeBack(id);
      expect(await standing(one)).toEqual(untouched);
      expect(await movement(id)).toMatchObject({ state: 'failed', result: 'returned', retryAttempt: null });
      expect(await isListed(id)).toBe(true);
      expect(await refundsDue()).toBe(dueBefore + 1);
      const { charge } = await movement(one.paymentId);
      expect(charge).toMatchObject({ leftCents: 30_00, blocked: null, refunds: [{ id, result: 'returned' }] });
      await request(one.paymentId, cents);
      const { outsideAttempt, nextStep } = await movement(id);
      expect([outsideAttempt, nextStep]).toEqual([null, expect.stringContaining('isn’t done yet')]);
      await stage.app.settle();
      expect(await isListed(id)).toBe(false);
      expect(await refundsDue()).toBe(dueBefore);
      expect(await standing(one)).toMatchObject({ refundedCents: cents, reads: cents < 30_00 });
      expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
    },
  );

  it('refunds the returned part again after the pool ended and the rest was refunded', async () => {
    const one: Delivered = await delivered();
    const id = await refund(one.paymentId, 10_00);
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
    await comeBack(id);
    expect(await standing(one)).toMatchObject({ status: 'refund_pending', refundedCents: 20_00 });
    await refund(one.paymentId, 10_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00, reads: false });
  });

  it('refunds only all that is left of two returned parts after the pool ended', async () => {
    const one = await delivered();
    const ids = [await refund(one.paymentId, 10_00), await refund(one.paymentId, 5_00)];
    await endPool(one);
    for (const id of ids) await comeBack(id);
    expect(await movement(one.paymentId)).toMatchObject({
      charge: { leftCents: 15_00, blocked: null, pledgeStatus: 'refund_pending' },
    });
    const refused = { code: 'conflict', message: expect.stringContaining('all that is left of its payment: $15') };
    for (const cents of [10_00, 1_00]) await expect(request(one.paymentId, cents)).rejects.toMatchObject(refused);
    expect(await Promise.all(ids.map(isListed))).toEqual([true, true]);
    await payOutside(ids[1] ?? '', 1);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refund_pending', refundedCents: 20_00 });
    expect(await Promise.all(ids.map(isListed))).toEqual([true, false]);
    await refund(one.paymentId, 10_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
    expect(await Promise.all(ids.map(isListed))).toEqual([false, false]);
  });

  it('lists what an earlier version left unrefunded after the pool ended', async () => {
    const one = await delivered();
    const id = await refund(one.paymentId, 10_00);
    await endPool(one);
    await comeBack(id);
    await stage.sql`update refunds set status = 'canceled' where id = ${id}`;
    await sweepPledges(stage.context);
    await stage.app.settle();
    expect(await isListed(id)).toBe(true);
    await refund(one.paymentId, 10_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
  });

  it.each(['before', 'after'] as const)(
    'does not ask an admin to pay the fan again when an admin’s refund came back %s the pool ended and all is refunded',
    async (when) => {
      const one = await delivered();
      const dueBefore = await refundsDue();
      const id = await refund(one.paymentId, when === 'before' ? 10_00 : 30_00);
      if (when === 'before') await comeBack(id);
      await endPool(one);
      if (when === 'after') await comeBack(id);
      expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
      expect(await movement(id)).toMatchObject({ state: 'settled', result: 'returned', outsideAttempt: null });
      expect(await refundsDue()).toBe(dueBefore);
    },
  );

  it('waits for an admin when it comes back after the release while the fan has another live pledge', async () => {
    const one = await delivered({ allowLatePledges: true });
    await stage.clock(one.poolId, 'quiet_until');
    await stage.app.settle();
    const id = await refund(one.paymentId, 30_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', reads: false });
    await stage.saveCard(one.fan);
    const { pledge: late } = await stage.post(one.fan, one.poolId, 10_00, { useSavedCard: true });
    await stage.app.settle();
    expect((await stage.get(one.fan, late.id)).status).toBe('paid');
    await comeBack(id);
    expect(await standing(one)).toMatchObject({ status: 'refund_pending', refundedCents: 0, reads: false });
    expect((await stage.get(one.fan, late.id)).status).toBe('paid');
    expect(await isListed(id)).toBe(true);
    await sweepPledges(stage.context);
    await stage.app.settle();
    expect((await movement(one.paymentId)).charge).toMatchObject({ leftCents: 30_00, blocked: null });
    await refund(one.paymentId, 30_00);
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
    expect((await stage.get(one.fan, late.id)).status).toBe('paid');
    expect(await isListed(id)).toBe(false);
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });

  it('sends a returned whole refund again once, when two admins press the button at once', async () => {
    const one = await delivered();
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    const [row] = await stage.sql<{ id: string }[]>`select id from refunds where payment_id = ${one.paymentId}`;
    const id = row?.id ?? '';
    await comeBack(id);
    expect(await standing(one)).toMatchObject({ status: 'refund_pending' });
    const { retryAttempt, ...seen } = await movement(id);
    expect(seen).toMatchObject({ state: 'failed', result: 'returned' });
    expect(seen.processorRef).toMatch(/^re_/);
    const body = { attempt: retryAttempt ?? 0 };
    const old = admin().call(retryRefund, { params: { id }, body: { attempt: body.attempt - 1 } });
    await expect(old).rejects.toMatchObject({ code: 'conflict' });
    const press = () => admin().call(retryRefund, { params: { id }, body });
    await Promise.all([press(), press(), press()]);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refunded' });
    const charge = await stage.sql<
      { ref: string }[]
    >`select processor_ref as ref from payments where id = ${one.paymentId}`;
    const { data } = (await stage.app.driver.stripe?.refunds.list({ payment_intent: charge[0]?.ref ?? '' })) ?? {
      data: [],
    };
    expect(data.map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded']);
    const { items } = await admin().call(listAudit, { query: { action: 'refund.retried' } });
    expect(items.filter(({ target }) => target.id === one.paymentId)).toHaveLength(1);
    for (const { client } of [one.fan, stage.people.creator]) {
      await expect(client.call(retryRefund, { params: { id }, body })).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('records once that a returned whole refund was paid outside, with a reason that the fan reads', async () => {
    const one = await delivered();
    await stage.apply(one.poolId, { type: 'remove' });
    await stage.app.settle();
    const [row] = await stage.sql<{ id: string }[]>`select id from refunds where payment_id = ${one.paymentId}`;
    const id = row?.id ?? '';
    await comeBack(id);
    const { outsideAttempt } = await movement(id);
    const before = await publicTotals();
    for (const { client } of [one.fan, stage.people.creator]) {
      const body = { attempt: outsideAttempt ?? 0, reason };
      await expect(client.call(settleRefundOutside, { params: { id }, body })).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    const unexplained = admin().call(settleRefundOutside, { params: { id }, body: { attempt: 2, reason: ' ' } });
    await expect(unexplained).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await outcomes([1, 2, 3].map(() => payOutside(id, outsideAttempt)))).toEqual([
      'conflict',
      'conflict',
      'done',
    ]);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'refunded', refundedCents: 30_00 });
    expect(await movement(id)).toMatchObject({ state: 'settled', result: 'outside', reason, outsideAttempt: null });
    expect(await isListed(id)).toBe(false);
    expect(await auditOf('refund.settled_outside', one.paymentId)).toMatchObject([
      { reason, actor: { id: stage.people.admin.id }, after: { refundId: id, amountCents: 30_00 } },
    ]);
    expect((await newestNotice(one.fan))?.body).toMatch(/we paid you \$30 .* in another way: Bank transfer on Nov/);
    const receipt = await one.fan.client.call(getReceipt, { params: { id: one.pledgeId } });
    expect(receipt).toMatchObject({ refundedOutside: true, partialRefunds: [{ amountCents: 30_00, reason }] });
    // What went back through the processor counts as refunded already; the money is not held anymore.
    expect(await publicTotals()).toEqual({ ...before, held: (before?.held ?? 0) - 30_00 });
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });

  it('records that an admin’s returned refund was paid outside; refunding it again at that moment does not pay twice', async () => {
    const one = await delivered();
    const id = await refund(one.paymentId, 20_00);
    await comeBack(id);
    const { outsideAttempt, retryAttempt } = await movement(id);
    expect(retryAttempt).toBeNull();
    const acts = [payOutside(id, outsideAttempt), payOutside(id, outsideAttempt), refund(one.paymentId, 20_00)];
    expect(await outcomes(acts)).toEqual(['conflict', 'conflict', 'done']);
    await stage.app.settle();
    expect(await standing(one)).toMatchObject({ status: 'paid', refundedCents: 20_00, reads: true });

    const other = await delivered();
    const part = await refund(other.paymentId, 10_00);
    await comeBack(part);
    await payOutside(part, 1);
    await stage.app.settle();
    expect(await standing(other)).toMatchObject({ status: 'paid', refundedCents: 10_00, reads: true });
    expect(await movement(part)).toMatchObject({ state: 'settled', result: 'returned', outsideAttempt: null });
    const { charge } = await movement(other.paymentId);
    expect(charge).toMatchObject({
      leftCents: 20_00,
      refunds: [{ result: 'outside', reason, amountCents: 10_00 }, { result: 'returned' }],
    });
    expect((await newestNotice(other.fan))?.body).toMatch(/in another way: .* Your pledge still counts/);
    await publishRoot(stage.context);
    const { text } = await other.fan.client.call(getPaymentProof, { params: { id: other.pledgeId } });
    const proof = JSON.parse(text) as PaymentProof;
    expect(proof.entries.map(({ record }) => parseRecord(record))).toMatchObject([
      { kind: 'charge' },
      { kind: 'charge_cost' },
      { kind: 'refund', cause: expect.stringMatching(`:${part}$`) },
      { kind: 'correction', cause: expect.stringMatching(`:${part}:returned$`) },
      { kind: 'correction', cause: expect.not.stringContaining('returned') },
    ]);
    expect(await auditOf('refund.settled_outside', other.paymentId)).toHaveLength(1);
    expect((await reconcile(stage.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });
});
