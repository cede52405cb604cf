import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DeclineKind } from '#server/money/card-processor.ts';
import { amountCents, expectFault, expectMissedOr, type Ready } from './contract-requests.ts';

/** Concurrent calls with one key give one answer. A processor may refuse all but the first while that one is under way. */
function expectSame(calls: PromiseSettledResult<unknown>[], answer: unknown): void {
  for (const call of calls) {
    if (call.status === 'fulfilled') expect(call.value).toEqual(answer);
    else expect(call.reason).toMatchObject({ kind: 'unknown' });
  }
}

/** Charges of a saved card in two steps: created, then confirmed or canceled. */
export function describeCharges(ready: Ready): void {
  describe('creating a charge', () => {
    test('moves no money, and finds the charge', async () => {
      const { driver, requests } = ready();
      const before = await driver.balanceCents();
      const { chargeRef, reference } = await requests.newCharge();
      const open = { status: 'open', reference, amountCents, chargeRef };
      const state = await requests.lookUp({ chargeRef, reference });
      expect(state).toMatchObject(open);
      await expectMissedOr(requests.lookUp({ reference }), state);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('returns the same charge for the same key, and refuses the key with another request', async () => {
      const { driver, requests } = ready();
      const request = requests.chargeRequest(await requests.saveCard());
      const charge = await driver.port.createCharge(request);
      expect(await driver.port.createCharge(request)).toEqual(charge);
      await expectFault(driver.port.createCharge({ ...request, amountCents: amountCents + 1 }));
    });

    test('makes one charge of concurrent calls with one key', async () => {
      const { driver, requests } = ready();
      const request = requests.chargeRequest(await requests.saveCard());
      const calls = await Promise.allSettled([1, 2, 3].map(() => driver.port.createCharge(request)));
      expectSame(calls, await driver.port.createCharge(request));
    });

    test('answers null for a charge that it does not know', async () => {
      const { requests } = ready();
      expect(await requests.lookUp({ reference: `payment:${randomUUID()}` })).toBeNull();
    });
  });

  describe('confirming a charge', () => {
    test('charges the card once, however often it is confirmed', async () => {
      const { driver, requests } = ready();
      const before = await driver.balanceCents();
      const charge = await requests.newCharge();
      const calls = await Promise.allSettled([requests.confirm(charge), requests.confirm(charge)]);
      const state = await requests.confirm(charge);
      expectSame(calls, state);
      const { chargeRef, reference } = charge;
      expect(state).toMatchObject({ status: 'succeeded', chargeRef, reference, amountCents });
      expect(await requests.confirm(charge)).toEqual(state);
      expect(await requests.lookUp({ chargeRef, reference })).toEqual(state);
      await expect.poll(() => requests.lookUp({ reference })).toEqual(state);
      const costCents = state.status === 'succeeded' ? state.costCents : 0;
      expect(await driver.balanceCents()).toBe(before + amountCents - costCents);
      await requests.expectMoved(reference, amountCents - costCents);
    });

    test.each<['insufficient' | 'asks', DeclineKind]>([
      ['insufficient', 'soft'],
      ['asks', 'needs_action'],
    ])('declines a card that is %s off-session as %s, and takes nothing', async (card, kind) => {
      const { driver, requests } = ready();
      const before = await driver.balanceCents();
      const charge = await requests.newCharge(card);
      const state = await requests.confirm(charge);
      expect(state).toMatchObject({ status: 'failed', reference: charge.reference, decline: { kind } });
      if (state.status === 'failed') {
        expect(state.decline.code).toBeTruthy();
        expect(state.decline.reason).toBeTruthy();
      }
      expect(await requests.lookUp(charge)).toEqual(state);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('refuses a charge that it does not know', async () => {
      const { driver, requests } = ready();
      const { chargeRef } = await requests.newCharge();
      await expectFault(driver.port.confirmCharge({ chargeRef: `${chargeRef}x`, key: randomUUID() }), 'refused');
    });
  });

  describe('canceling a charge', () => {
    test('ends a charge that is not confirmed, and may be repeated', async () => {
      const { driver, requests } = ready();
      const before = await driver.balanceCents();
      const charge = await requests.newCharge();
      const canceled = { status: 'failed', reference: charge.reference, decline: { kind: 'abandoned' } };
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject(canceled);
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject(canceled);
      expect(await requests.lookUp(charge)).toMatchObject(canceled);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('does not change a charge that has ended', async () => {
      const { driver, requests } = ready();
      const paid = await requests.paidCharge();
      expect(await driver.port.cancelCharge(paid.chargeRef)).toMatchObject({ status: 'succeeded' });
      const declined = await requests.newCharge('insufficient');
      const state = await requests.confirm(declined);
      expect(await driver.port.cancelCharge(declined.chargeRef)).toMatchObject({ status: 'failed' });
      expect(state).toMatchObject({ status: 'failed' });
    });

    test('never charges after a cancellation that said so', async () => {
      const { driver, requests } = ready();
      const charge = await requests.newCharge();
      await driver.port.cancelCharge(charge.chargeRef);
      const confirmed = await requests.confirm(charge).catch(() => null);
      expect(confirmed?.status).not.toBe('succeeded');
      expect(await requests.lookUp(charge)).toMatchObject({ status: 'failed' });
    });

    test('gives one outcome when it races a confirmation', async () => {
      const { driver, requests } = ready();
      const holder = await requests.saveCard();
      const race = async (cancelFirst: boolean) => {
        const request = requests.chargeRequest(holder);
        const { chargeRef } = await driver.port.createCharge(request);
        const confirm = () => requests.confirm({ ...holder, chargeRef, reference: request.reference });
        const cancel = () => driver.port.cancelCharge(chargeRef);
        const calls = cancelFirst ? [cancel(), confirm()] : [confirm(), cancel()];
        // The loser may also be refused.
        const answers = await Promise.all(calls.map((call) => call.catch(() => null)));
        const end = await requests.lookUp({ chargeRef, reference: request.reference });
        expect(['succeeded', 'failed']).toContain(end?.status);
        for (const answer of answers) expect([undefined, end?.status]).toContain(answer?.status);
        await requests.expectMoved(request.reference, end?.status === 'succeeded' ? amountCents - end.costCents : 0);
      };
      for (let round = 0; round < 6; round += 1) await race(round % 2 === 1);
    });
  });
}
