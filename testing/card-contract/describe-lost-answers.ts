import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { LostRequest } from './driver.ts';
import { amountCents, expectFault, type Ready } from './hand.ts';

const both: LostRequest[] = ['unreachable', 'lost'];

/** After a lost request or answer, the same call under the same key acts once, and a look-up finds what happened. */
export function describeLostAnswers(ready: Ready): void {
  describe.each(both)('when a request is %s', (how) => {
    test('creates one customer', async () => {
      const { port, ...driver } = ready().driver;
      const userId = randomUUID();
      const request = { userId, key: `customer:${userId}` };
      driver.loseNext('createCustomer', how);
      await expectFault(port.createCustomer(request), 'unknown');
      const customer = await port.createCustomer(request);
      expect(await port.createCustomer(request)).toEqual(customer);
    });

    test('opens one page to save a card', async () => {
      const { driver, hand } = ready();
      const request = await hand.setupRequest();
      driver.loseNext('startCardSetup', how);
      await expectFault(driver.port.startCardSetup(request), 'unknown');
      if (how === 'lost') {
        const by = { sessionRef: null, reference: request.reference };
        await expect.poll(() => driver.port.lookUpSetup(by)).toEqual({ status: 'open' });
      }
      const { sessionRef, url } = await driver.port.startCardSetup(request);
      await driver.enterCard(url, 'pays');
      expect(await driver.port.lookUpSetup({ sessionRef, reference: request.reference })).toMatchObject({
        status: 'completed',
      });
    });

    test('charges a card once', async () => {
      const { driver, hand } = ready();
      const holder = await hand.saveCard();
      const before = await driver.balanceCents();
      const request = hand.chargeRequest(holder);
      driver.loseNext('createCharge', how);
      await expectFault(driver.port.createCharge(request), 'unknown');
      if (how === 'lost') await expect.poll(() => hand.lookUp(request)).toMatchObject({ status: 'open' });
      const { chargeRef } = await driver.port.createCharge(request);
      const charge = { ...holder, chargeRef, reference: request.reference };
      driver.loseNext('confirmCharge', how);
      await expectFault(hand.confirm(charge), 'unknown');
      expect(await hand.lookUp(charge)).toMatchObject({ status: how === 'lost' ? 'succeeded' : 'open' });
      const state = await hand.confirm(charge);
      expect(state).toMatchObject({ status: 'succeeded' });
      const costCents = state.status === 'succeeded' ? state.costCents : 0;
      expect(await driver.balanceCents()).toBe(before + amountCents - costCents);
    });

    test('cancels a charge', async () => {
      const { driver, hand } = ready();
      const charge = await hand.newCharge();
      driver.loseNext('cancelCharge', how);
      await expectFault(driver.port.cancelCharge(charge.chargeRef), 'unknown');
      expect(await hand.lookUp(charge)).toMatchObject({ status: how === 'lost' ? 'failed' : 'open' });
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject({ status: 'failed' });
    });

    test('opens one payment page and closes it', async () => {
      const { driver, hand } = ready();
      const request = await hand.paymentRequest();
      const { reference } = request;
      driver.loseNext('startPayment', how);
      await expectFault(driver.port.startPayment(request), 'unknown');
      if (how === 'lost') await expect.poll(() => hand.lookUp({ reference })).toMatchObject({ status: 'open' });
      const { sessionRef } = await driver.port.startPayment(request);
      driver.loseNext('closeSession', how);
      await expectFault(driver.port.closeSession(sessionRef), 'unknown');
      expect((await hand.lookUp({ sessionRef, reference }))?.status).toBe(how === 'lost' ? 'failed' : 'open');
      await driver.port.closeSession(sessionRef);
      expect(await hand.lookUp({ sessionRef, reference })).toMatchObject({ status: 'failed' });
    });

    test('refunds once', async () => {
      const { driver, hand } = ready();
      const charge = await hand.paidCharge();
      const before = await driver.balanceCents();
      const request = hand.refundRequest(charge);
      const by = { ref: null, reference: request.reference };
      driver.loseNext('refund', how);
      await expectFault(driver.port.refund(request), 'unknown');
      if (how === 'lost') await expect.poll(() => driver.port.lookUpRefund(by)).not.toBeNull();
      else expect(await driver.port.lookUpRefund(by)).toBeNull();
      await driver.port.refund(request);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before - amountCents);
    });

    test('pays out once', async () => {
      const { driver, hand } = ready();
      await hand.paidCharge();
      await driver.settle();
      const before = await driver.balanceCents();
      const request = await hand.payoutRequest(4_00);
      const by = { ref: null, reference: request.reference };
      driver.loseNext('payOut', how);
      await expectFault(driver.port.payOut(request), 'unknown');
      if (how === 'lost') await expect.poll(() => driver.port.lookUpPayout(by)).not.toBeNull();
      else expect(await driver.port.lookUpPayout(by)).toBeNull();
      await driver.port.payOut(request);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before - 4_00);
    });
  });
}
