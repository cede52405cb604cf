import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { amountCents, expectFault, expectMissedOr, type Ready } from './contract-requests.ts';

/** Customers, card set-ups and saved cards. */
export function describeCards(ready: Ready): void {
  describe('customers', () => {
    test('returns the same customer for the same key, and refuses the key with another user', async () => {
      const { port } = ready().driver;
      const userId = randomUUID();
      const request = { userId, key: `customer:${userId}` };
      const customer = await port.createCustomer(request);
      expect(await port.createCustomer(request)).toEqual(customer);
      await expectFault(port.createCustomer({ ...request, userId: randomUUID() }));
    });
  });

  describe('card set-ups', () => {
    test('opens one page per key, and refuses the key with another request', async () => {
      const { driver, requests } = ready();
      const request = await requests.setupRequest();
      const page = await driver.port.startCardSetup(request);
      expect(await driver.port.startCardSetup(request)).toEqual(page);
      await expectFault(driver.port.startCardSetup({ ...request, description: 'Another pledge' }));
    });

    test('saves the card, and finds the set-up by its session', async () => {
      const { driver, requests } = ready();
      const request = await requests.setupRequest();
      const { reference } = request;
      const { sessionRef, url } = await driver.port.startCardSetup(request);
      expect(await driver.port.lookUpSetup({ sessionRef, reference })).toEqual({ status: 'open' });
      await driver.enterCard(url, 'pays');
      const state = await driver.port.lookUpSetup({ sessionRef, reference });
      expect(state).toMatchObject({ status: 'completed', reference, card: { last4: '4242' } });
      await expectMissedOr(driver.port.lookUpSetup({ sessionRef: null, reference }), state);
    });

    test('saves a card that the bank asks the customer to approve, once the customer approves', async () => {
      const { driver, requests } = ready();
      for (const answer of ['approve', 'refuse'] as const) {
        const request = await requests.setupRequest();
        const { sessionRef, url } = await driver.port.startCardSetup(request);
        await driver.enterCard(url, 'asks');
        const by = { sessionRef, reference: request.reference };
        expect(await driver.port.lookUpSetup(by)).toEqual({ status: 'open' });
        await driver.answerBank(url, answer);
        const state = await driver.port.lookUpSetup(by);
        expect(state?.status === 'completed').toBe(answer === 'approve');
      }
    });

    test('does not save a declined card', async () => {
      const { driver, requests } = ready();
      const request = await requests.setupRequest();
      const { sessionRef, url } = await driver.port.startCardSetup(request);
      await driver.enterCard(url, 'declined');
      // Some processors let the customer try another card on the same page.
      const state = await driver.port.lookUpSetup({ sessionRef, reference: request.reference });
      expect(['open', 'failed']).toContain(state?.status);
      await driver.port.closeSession(sessionRef);
      expect(await driver.port.lookUpSetup({ sessionRef, reference: request.reference })).toMatchObject({
        status: 'failed',
      });
    });

    test('saves no card on a closed page, and keeps the card of a completed one', async () => {
      const { driver, requests } = ready();
      const request = await requests.setupRequest();
      const by = { sessionRef: (await driver.port.startCardSetup(request)).sessionRef, reference: request.reference };
      await driver.port.closeSession(by.sessionRef);
      await driver.port.closeSession(by.sessionRef);
      expect(await driver.port.lookUpSetup(by)).toMatchObject({ status: 'failed', reference: request.reference });

      const saved = await requests.setupRequest();
      const { sessionRef, url } = await driver.port.startCardSetup(saved);
      await driver.enterCard(url, 'pays');
      await driver.port.closeSession(sessionRef);
      expect(await driver.port.lookUpSetup({ sessionRef, reference: saved.reference })).toMatchObject({
        status: 'completed',
      });
    });

    test('answers null for a set-up that it does not know', async () => {
      const { port } = ready().driver;
      expect(await port.lookUpSetup({ sessionRef: null, reference: `setup:${randomUUID()}` })).toBeNull();
    });
  });

  describe('forgetting a card', () => {
    test('charges a forgotten card never again, and may be repeated', async () => {
      const { driver, requests } = ready();
      const holder = await requests.saveCard();
      await driver.port.forgetCard(holder);
      await driver.port.forgetCard(holder);
      const request = requests.chargeRequest(holder);
      const charge = await driver.port.createCharge(request).catch(() => null);
      const state = charge && (await requests.confirm({ ...request, ...charge }).catch(() => null));
      expect(state?.status).not.toBe('succeeded');
      await requests.expectMoved(request.reference, 0);
    });

    test('charges no card of a deleted customer, refunds earlier payments, and may be repeated', async () => {
      const { driver, requests } = ready();
      const holder = await requests.paidCharge();
      await driver.port.forgetCustomer(holder);
      await driver.port.forgetCustomer(holder);
      const request = requests.chargeRequest(holder);
      const charge = await driver.port.createCharge(request).catch(() => null);
      const state = charge && (await requests.confirm({ ...request, ...charge }).catch(() => null));
      expect(state?.status).not.toBe('succeeded');
      await requests.expectMoved(request.reference, 0);
      const refund = requests.refundRequest(holder);
      await driver.port.refund(refund);
      await driver.settle();
      await requests.expectMoved(refund.reference, -amountCents);
    });

    test("charges no card of another customer's", async () => {
      const { driver, requests } = ready();
      const holder = await requests.saveCard();
      const request = requests.chargeRequest({ ...holder, customerRef: await requests.newCustomer() });
      await expectFault(driver.port.createCharge(request), 'refused');
    });
  });
}
