import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { amountCents, expectFault, type Ready } from './hand.ts';

/** Refunds, payouts and the movements of our balance. */
export function describeTransfers(ready: Ready): void {
  describe('refunds', () => {
    test('returns the money once, and finds the refund by its reference or by ours', async () => {
      const { driver, hand } = ready();
      const charge = await hand.paidCharge();
      const before = await driver.balanceCents();
      const request = hand.refundRequest(charge);
      const { reference } = request;
      const { ref } = await driver.port.refund(request);
      expect((await driver.port.refund(request)).ref).toBe(ref);
      await driver.settle();
      const done = { ref, reference, amountCents, status: 'done' };
      await expect.poll(() => driver.port.lookUpRefund({ ref, reference })).toEqual(done);
      await expect.poll(() => driver.port.lookUpRefund({ ref: null, reference })).toEqual(done);
      expect(await driver.balanceCents()).toBe(before - amountCents);
      await hand.expectMoved(reference, -amountCents);
    });

    test('refuses the key with another request, and more than the charge', async () => {
      const { driver, hand } = ready();
      const charge = await hand.paidCharge();
      const request = hand.refundRequest(charge);
      await driver.port.refund(request);
      await expectFault(driver.port.refund({ ...request, amountCents: amountCents - 1 }), 'refused');
      await expectFault(driver.port.refund(hand.refundRequest(charge)), 'refused');
      const other = await hand.paidCharge();
      await expectFault(driver.port.refund(hand.refundRequest(other, amountCents + 1)), 'refused');
    });

    test('refuses to refund a charge that was not paid', async () => {
      const { driver, hand } = ready();
      await expectFault(driver.port.refund(hand.refundRequest(await hand.newCharge())), 'refused');
    });

    test('keeps the state of a refunded charge', async () => {
      const { driver, hand } = ready();
      const charge = await hand.paidCharge();
      const state = await hand.lookUp(charge);
      await driver.port.refund(hand.refundRequest(charge));
      expect(await hand.lookUp(charge)).toEqual(state);
    });

    test('answers null for a refund that it does not know', async () => {
      const { port } = ready().driver;
      expect(await port.lookUpRefund({ ref: null, reference: `refund:${randomUUID()}:1` })).toBeNull();
    });
  });

  describe('payouts', () => {
    test('pays once, and finds the payout by its reference or by ours', async () => {
      const { driver, hand } = ready();
      await hand.paidCharge();
      await driver.settle();
      const before = await driver.balanceCents();
      const request = await hand.payoutRequest(7_00);
      const { reference } = request;
      const { ref } = await driver.port.payOut(request);
      expect((await driver.port.payOut(request)).ref).toBe(ref);
      await driver.settle();
      const done = { ref, reference, amountCents: 7_00, status: 'done' };
      await expect.poll(() => driver.port.lookUpPayout({ ref, reference })).toEqual(done);
      await expect.poll(() => driver.port.lookUpPayout({ ref: null, reference })).toEqual(done);
      expect(await driver.balanceCents()).toBe(before - 7_00);
      await hand.expectMoved(reference, -7_00);
    });

    test('refuses the key with another request', async () => {
      const { driver, hand } = ready();
      await hand.paidCharge();
      const request = await hand.payoutRequest();
      await driver.port.payOut(request);
      await expectFault(driver.port.payOut({ ...request, amountCents: request.amountCents + 1 }), 'refused');
    });

    test('answers null for a payout that it does not know', async () => {
      const { port } = ready().driver;
      expect(await port.lookUpPayout({ ref: null, reference: `payout:${randomUUID()}:1` })).toBeNull();
    });
  });

  describe('movements', () => {
    test('sum to the change of the balance, each with our reference', async () => {
      const { driver, hand } = ready();
      await driver.settle();
      const since = new Date(Date.now() - 24 * 3_600_000);
      const sum = async () =>
        (await driver.port.listMovements(since)).reduce((total, movement) => total + movement.amountCents, 0);
      const before = { listed: await sum(), balance: await driver.balanceCents() };
      const charge = await hand.paidCharge();
      await driver.port.refund(hand.refundRequest(charge));
      await hand.paidCharge();
      await driver.port.payOut(await hand.payoutRequest(3_00));
      await driver.settle();
      const moved = (await driver.balanceCents()) - before.balance;
      await expect.poll(async () => (await sum()) - before.listed).toBe(moved);
      const references = (await driver.port.listMovements(since)).map(({ reference }) => reference);
      expect(references).toContain(charge.reference);
      expect(references.every((reference) => /^(payment|refund|payout):/.test(reference ?? ''))).toBe(true);
    });

    test('lists nothing before the time that it is asked about', async () => {
      const { port } = ready().driver;
      expect(await port.listMovements(new Date(Date.now() + 3_600_000))).toEqual([]);
    });
  });
}
