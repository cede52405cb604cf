import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { amountCents, expectFault, expectMissedOr, type Ready } from './contract-requests.ts';

/** Refunds, payouts and the movements of our balance. */
export function describeTransfers(ready: Ready): void {
  describe('refunds', () => {
    test('returns the money once, and finds the refund', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      const before = await driver.balanceCents();
      const request = requests.refundRequest(charge);
      const { reference } = request;
      const { ref } = await driver.port.refund(request);
      expect((await driver.port.refund(request)).ref).toBe(ref);
      await driver.settle();
      const done = { ref, reference, amountCents, status: 'done' };
      await expect.poll(() => driver.port.lookUpRefund({ ref, chargeRef: null, reference })).toEqual(done);
      expect(await driver.port.lookUpRefund({ ref: null, chargeRef: charge.chargeRef, reference })).toEqual(done);
      const missing = { ref: null, chargeRef: charge.chargeRef, reference: `${reference}:other` };
      expect(await driver.port.lookUpRefund(missing)).toBeNull();
      await expectMissedOr(driver.port.lookUpRefund({ ref: null, chargeRef: null, reference }), done);
      expect(await driver.balanceCents()).toBe(before - amountCents);
      await requests.expectMoved(reference, -amountCents);
    });

    test('moves nothing for a used key with another request, and never more than the charge', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      const before = await driver.balanceCents();
      const request = requests.refundRequest(charge, amountCents - 1_00);
      await driver.port.refund(request);
      // Either a fault, or the refund that this reference already has.
      const again = await driver.port.refund({ ...request, amountCents: 1_00 }).catch(() => null);
      expect([undefined, request.amountCents]).toContain(again?.amountCents);
      expect(await driver.balanceCents()).toBe(before - request.amountCents);
      await expectFault(driver.port.refund(requests.refundRequest(charge)), 'refused');
      const other = await requests.paidCharge();
      await expectFault(driver.port.refund(requests.refundRequest(other, amountCents + 1)), 'refused');
    });

    test('returns the money in parts, each once, down to nothing', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      const before = await driver.balanceCents();
      const parts = [1_00, 2_50, amountCents - 3_50].map((cents) => requests.refundRequest(charge, cents));
      const refs = new Set<string>();
      for (const part of parts) {
        const { ref } = await driver.port.refund(part);
        expect((await driver.port.refund(part)).ref).toBe(ref);
        refs.add(ref);
      }
      expect(refs.size).toBe(parts.length);
      await expectFault(driver.port.refund(requests.refundRequest(charge, 1)), 'refused');
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before - amountCents);
      for (const { reference, amountCents: cents } of parts) await requests.expectMoved(reference, -cents);
    });

    test('refuses to refund a charge that was not paid', async () => {
      const { driver, requests } = ready();
      await expectFault(driver.port.refund(requests.refundRequest(await requests.newCharge())), 'refused');
    });

    test('keeps the state of a refunded charge', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      const state = await requests.lookUp(charge);
      await driver.port.refund(requests.refundRequest(charge));
      expect(await requests.lookUp(charge)).toEqual(state);
    });

    test('answers null for a refund that it does not know', async () => {
      const { port } = ready().driver;
      expect(await port.lookUpRefund({ ref: null, chargeRef: null, reference: `refund:${randomUUID()}:1` })).toBeNull();
    });
  });

  describe('payouts', () => {
    test('pays once, and finds the payout', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      await driver.settle();
      const before = await driver.balanceCents();
      const request = await requests.payoutRequest(charge, 7_00);
      const { reference } = request;
      const { ref } = await driver.port.payOut(request);
      expect((await driver.port.payOut(request)).ref).toBe(ref);
      await driver.settle();
      const done = { ref, reference, amountCents: 7_00, status: 'done' };
      await expect.poll(() => driver.port.lookUpPayout({ ref, reference })).toEqual(done);
      await expectMissedOr(driver.port.lookUpPayout({ ref: null, reference }), done);
      expect(await driver.balanceCents()).toBe(before - 7_00);
      await requests.expectMoved(reference, -7_00);
    });

    test('moves nothing for a used key with another request', async () => {
      const { driver, requests } = ready();
      const request = await requests.payoutRequest(await requests.paidCharge());
      await driver.port.payOut(request);
      await driver.settle();
      const before = await driver.balanceCents();
      const again = await driver.port.payOut({ ...request, amountCents: request.amountCents + 1 }).catch(() => null);
      expect([undefined, request.amountCents]).toContain(again?.amountCents);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before);
    });

    test('moves nothing for a used key with another purpose', async () => {
      const { driver, requests } = ready();
      const purpose = { poolId: randomUUID(), poolTitle: 'A song 🎵', description: 'A song 🎵 (pool)' };
      const request = { ...(await requests.payoutRequest(await requests.paidCharge())), purpose };
      const { ref } = await driver.port.payOut(request);
      expect((await driver.port.payOut(request)).ref).toBe(ref);
      await driver.settle();
      const before = await driver.balanceCents();
      const edited = { ...purpose, poolTitle: 'Another song' };
      const again = await driver.port.payOut({ ...request, purpose: edited }).catch(() => null);
      expect([undefined, ref]).toContain(again?.ref);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before);
    });

    test('answers null for a payout that it does not know', async () => {
      const { port } = ready().driver;
      expect(await port.lookUpPayout({ ref: null, reference: `payout:${randomUUID()}:1` })).toBeNull();
    });
  });

  describe('reversals of payouts', () => {
    /** A payout that has arrived, and a request that takes part of it back. */
    async function paidOut(reversedCents: number) {
      const { driver, requests } = ready();
      const request = await requests.payoutRequest(await requests.paidCharge(), 7_00);
      const { ref } = await driver.port.payOut(request);
      await driver.settle();
      const reference = `reversal:${randomUUID()}`;
      return { driver, requests, request: { transferRef: ref, amountCents: reversedCents, reference, key: reference } };
    }

    test('takes the money back once, and finds the reversal', async () => {
      const { driver, requests, request } = await paidOut(2_00);
      const { transferRef, reference } = request;
      const before = await driver.balanceCents();
      const { ref } = await driver.port.reverseTransfer(request);
      expect((await driver.port.reverseTransfer(request)).ref).toBe(ref);
      const done = { ref, reference, amountCents: 2_00, status: 'done' };
      expect(await driver.port.lookUpReversal({ transferRef, ref, reference })).toEqual(done);
      expect(await driver.port.lookUpReversal({ transferRef, ref: null, reference })).toEqual(done);
      expect(await driver.balanceCents()).toBe(before + 2_00);
      await requests.expectMoved(reference, 2_00);
    });

    test('refuses to take back more than was paid out', async () => {
      const { driver, request } = await paidOut(7_01);
      await expectFault(driver.port.reverseTransfer(request), 'refused');
    });

    test('answers null for a reversal that it does not know', async () => {
      const { driver, request } = await paidOut(1_00);
      const { transferRef, reference } = request;
      expect(await driver.port.lookUpReversal({ transferRef, ref: null, reference })).toBeNull();
    });
  });

  describe('movements', () => {
    test('sum to the change of the balance, each with our reference', async () => {
      const { driver, requests } = ready();
      await driver.settle();
      const since = new Date(Date.now() - 24 * 3_600_000);
      const sum = async () =>
        (await driver.port.listMovements(since)).reduce((total, movement) => total + movement.amountCents, 0);
      const before = { listed: await sum(), balance: await driver.balanceCents() };
      const charge = await requests.paidCharge();
      await driver.port.refund(requests.refundRequest(charge));
      await driver.port.payOut(await requests.payoutRequest(await requests.paidCharge(), 3_00));
      await driver.settle();
      const moved = (await driver.balanceCents()) - before.balance;
      await expect.poll(async () => (await sum()) - before.listed).toBe(moved);
      const references = (await driver.port.listMovements(since)).map(({ reference }) => reference);
      expect(references).toContain(charge.reference);
      expect(references.every((reference) => /^(payment|refund|payout|reversal):/.test(reference ?? ''))).toBe(true);
    });

    test('lists nothing before the time that it is asked about', async () => {
      const { port } = ready().driver;
      expect(await port.listMovements(new Date(Date.now() + 3_600_000))).toEqual([]);
    });
  });
}
