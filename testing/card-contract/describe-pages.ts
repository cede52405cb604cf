import { describe, expect, test } from 'vitest';
import { amountCents, expectFault, type Ready } from './contract-requests.ts';

/** Hosted pages on which a fan pays one amount. */
export function describePages(ready: Ready): void {
  /** An open page, and a look-up of it by its session. */
  async function open() {
    const { driver, requests } = ready();
    const request = await requests.paymentRequest();
    const { sessionRef, url } = await driver.port.startPayment(request);
    const { reference } = request;
    return {
      driver,
      requests,
      request,
      reference,
      sessionRef,
      url,
      lookUp: () => requests.lookUp({ sessionRef, reference }),
    };
  }

  describe('hosted payment pages', () => {
    test('opens one page per key, and refuses the key with another request', async () => {
      const { driver, request, reference, sessionRef, url, lookUp } = await open();
      expect(await driver.port.startPayment(request)).toEqual({ sessionRef, url });
      expect(await lookUp()).toMatchObject({ status: 'open', reference, amountCents, sessionRef, url });
      await expectFault(driver.port.startPayment({ ...request, amountCents: amountCents + 1 }));
    });

    test('takes the money once, and finds it by session, by charge and by our reference', async () => {
      const { driver, requests, reference, url, lookUp } = await open();
      const before = await driver.balanceCents();
      await driver.enterCard(url, 'pays');
      await driver.enterCard(url, 'pays').catch(() => undefined);
      const state = await lookUp();
      expect(state).toMatchObject({ status: 'succeeded', reference, amountCents });
      if (state?.status !== 'succeeded' || state.chargeRef === null) throw new Error('no charge');
      expect(await requests.lookUp({ chargeRef: state.chargeRef, reference })).toEqual(state);
      await expect.poll(() => requests.lookUp({ reference })).toEqual(state);
      expect(await driver.balanceCents()).toBe(before + amountCents - state.costCents);
      await requests.expectMoved(reference, amountCents - state.costCents);
    });

    test.each(['declined', 'insufficient'] as const)('takes nothing from a card that is %s', async (card) => {
      const { driver, reference, sessionRef, url, lookUp } = await open();
      const before = await driver.balanceCents();
      await driver.enterCard(url, card);
      // Some processors let the customer try another card on the same page.
      expect(['open', 'failed']).toContain((await lookUp())?.status);
      await driver.port.closeSession(sessionRef);
      expect(await lookUp()).toMatchObject({ status: 'failed', reference, amountCents });
      expect(await driver.balanceCents()).toBe(before);
    });

    test('takes the money of a card that asks only after the customer approves', async () => {
      const approved = await open();
      await approved.driver.enterCard(approved.url, 'asks');
      expect((await approved.lookUp())?.status).not.toBe('succeeded');
      await approved.driver.answerBank(approved.url, 'approve');
      expect(await approved.lookUp()).toMatchObject({ status: 'succeeded' });
      const refused = await open();
      await refused.driver.enterCard(refused.url, 'asks');
      await refused.driver.answerBank(refused.url, 'refuse');
      await refused.driver.port.closeSession(refused.sessionRef);
      expect(await refused.lookUp()).toMatchObject({ status: 'failed' });
    });
  });

  describe('closing a page', () => {
    test('takes no payment afterwards, and may be repeated', async () => {
      const { driver, url, sessionRef, lookUp } = await open();
      const before = await driver.balanceCents();
      await driver.port.closeSession(sessionRef);
      await driver.port.closeSession(sessionRef);
      expect(await lookUp()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
      await driver.enterCard(url, 'pays').catch(() => undefined);
      expect(await lookUp()).toMatchObject({ status: 'failed' });
      expect(await driver.balanceCents()).toBe(before);
    });

    test('ends a page whose customer was asked to approve', async () => {
      const { driver, url, sessionRef, lookUp } = await open();
      await driver.enterCard(url, 'asks');
      await driver.port.closeSession(sessionRef);
      await driver.answerBank(url, 'approve').catch(() => undefined);
      expect(await lookUp()).toMatchObject({ status: 'failed' });
    });

    test('does not change a page that was paid', async () => {
      const { driver, url, sessionRef, lookUp } = await open();
      await driver.enterCard(url, 'pays');
      await driver.port.closeSession(sessionRef);
      expect(await lookUp()).toMatchObject({ status: 'succeeded' });
    });

    test('gives one outcome when it races the payment', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { driver, requests, reference, url, sessionRef, lookUp } = await open();
        const pay = () => driver.enterCard(url, 'pays').catch(() => undefined);
        const close = () => driver.port.closeSession(sessionRef).catch(() => undefined);
        await Promise.all(round % 2 === 0 ? [pay(), close()] : [close(), pay()]);
        await close();
        const end = await lookUp();
        expect(['succeeded', 'failed']).toContain(end?.status);
        await requests.expectMoved(reference, end?.status === 'succeeded' ? amountCents - end.costCents : 0);
      }
    });
  });
}
