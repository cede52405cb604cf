import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { amountCents, expectFault, type Ready } from './contract-requests.ts';
import type { LostRequest } from './driver.ts';

const both: LostRequest[] = ['unreachable', 'lost'];

/** After a lost request or answer, the same call under the same key acts once, and a look-up finds the money that moved. */
export function describeLostAnswers(ready: Ready): void {
  describe.each(both)('when a request is %s', (how) => {
    test('creates one customer', async () => {
      const { driver } = ready();
      const { port } = driver;
      const userId = randomUUID();
      const request = { userId, key: `customer:${userId}` };
      await driver.loseNext('createCustomer', how);
      await expectFault(port.createCustomer(request), 'unknown');
      const customer = await port.createCustomer(request);
      expect(await port.createCustomer(request)).toEqual(customer);
    });

    test('opens one page to save a card', async () => {
      const { driver, requests } = ready();
      const request = await requests.setupRequest();
      await driver.loseNext('startCardSetup', how);
      await expectFault(driver.port.startCardSetup(request), 'unknown');
      const { sessionRef, url } = await driver.port.startCardSetup(request);
      await driver.enterCard(url, 'pays');
      expect(await driver.port.lookUpSetup({ sessionRef, reference: request.reference })).toMatchObject({
        status: 'completed',
      });
    });

    test('charges a card once', async () => {
      const { driver, requests } = ready();
      const holder = await requests.saveCard();
      const before = await driver.balanceCents();
      const request = requests.chargeRequest(holder);
      await driver.loseNext('createCharge', how);
      await expectFault(driver.port.createCharge(request), 'unknown');
      const { chargeRef } = await driver.port.createCharge(request);
      const charge = { ...holder, chargeRef, reference: request.reference };
      await driver.loseNext('confirmCharge', how);
      await expectFault(requests.confirm(charge), 'unknown');
      expect(await requests.lookUp(charge)).toMatchObject({ status: how === 'lost' ? 'succeeded' : 'open' });
      if (how === 'lost') {
        const { reference } = charge;
        await expect.poll(() => requests.lookUp({ reference })).toMatchObject({ status: 'succeeded', chargeRef });
      }
      const state = await requests.confirm(charge);
      expect(state).toMatchObject({ status: 'succeeded' });
      const costCents = state.status === 'succeeded' ? state.costCents : 0;
      expect(await driver.balanceCents()).toBe(before + amountCents - costCents);
    });

    test('cancels a charge', async () => {
      const { driver, requests } = ready();
      const charge = await requests.newCharge();
      await driver.loseNext('cancelCharge', how);
      await expectFault(driver.port.cancelCharge(charge.chargeRef), 'unknown');
      expect(await requests.lookUp(charge)).toMatchObject({ status: how === 'lost' ? 'failed' : 'open' });
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject({ status: 'failed' });
    });

    test('opens one payment page and closes it', async () => {
      const { driver, requests } = ready();
      const request = await requests.paymentRequest();
      const { reference } = request;
      await driver.loseNext('startPayment', how);
      await expectFault(driver.port.startPayment(request), 'unknown');
      const { sessionRef } = await driver.port.startPayment(request);
      await driver.loseNext('closeSession', how);
      await expectFault(driver.port.closeSession(sessionRef), 'unknown');
      expect((await requests.lookUp({ sessionRef, reference }))?.status).toBe(how === 'lost' ? 'failed' : 'open');
      await driver.port.closeSession(sessionRef);
      expect(await requests.lookUp({ sessionRef, reference })).toMatchObject({ status: 'failed' });
    });

    test('refunds once', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      const before = await driver.balanceCents();
      const request = requests.refundRequest(charge);
      await driver.loseNext('refund', how);
      await expectFault(driver.port.refund(request), 'unknown');
      await driver.port.refund(request);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before - amountCents);
    });

    test('pays out once', async () => {
      const { driver, requests } = ready();
      const charge = await requests.paidCharge();
      await driver.settle();
      const before = await driver.balanceCents();
      const request = await requests.payoutRequest(charge, 4_00);
      await driver.loseNext('payOut', how);
      await expectFault(driver.port.payOut(request), 'unknown');
      await driver.port.payOut(request);
      await driver.settle();
      expect(await driver.balanceCents()).toBe(before - 4_00);
    });

    test('reverses a payout once', async () => {
      const { driver, requests } = ready();
      const { ref: transferRef } = await driver.port.payOut(
        await requests.payoutRequest(await requests.paidCharge(), 4_00),
      );
      await driver.settle();
      const before = await driver.balanceCents();
      const reference = `reversal:${randomUUID()}`;
      const request = { transferRef, amountCents: 1_00, reference, key: reference };
      await driver.loseNext('reverseTransfer', how);
      await expectFault(driver.port.reverseTransfer(request), 'unknown');
      const by = { transferRef, ref: null, reference };
      expect((await driver.port.lookUpReversal(by)) === null).toBe(how === 'unreachable');
      await driver.port.reverseTransfer(request);
      expect(await driver.balanceCents()).toBe(before + 1_00);
    });
  });
}
