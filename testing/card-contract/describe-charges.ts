import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DeclineKind } from '#server/money/card-processor.ts';
import { amountCents, expectFault, expectMissedOr, type Ready } from './hand.ts';

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
      const { driver, hand } = ready();
      const before = await driver.balanceCents();
      const { chargeRef, reference } = await hand.newCharge();
      const open = { status: 'open', reference, amountCents, chargeRef };
      const state = await hand.lookUp({ chargeRef, reference });
      expect(state).toMatchObject(open);
      await expectMissedOr(hand.lookUp({ reference }), state);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('returns the same charge for the same key, and refuses the key with another request', async () => {
      const { driver, hand } = ready();
      const request = hand.chargeRequest(await hand.saveCard());
      const charge = await driver.port.createCharge(request);
      expect(await driver.port.createCharge(request)).toEqual(charge);
      await expectFault(driver.port.createCharge({ ...request, amountCents: amountCents + 1 }));
    });

    test('makes one charge of concurrent calls with one key', async () => {
      const { driver, hand } = ready();
      const request = hand.chargeRequest(await hand.saveCard());
      const calls = await Promise.allSettled([1, 2, 3].map(() => driver.port.createCharge(request)));
      expectSame(calls, await driver.port.createCharge(request));
    });

    test('answers null for a charge that it does not know', async () => {
      const { hand } = ready();
      expect(await hand.lookUp({ reference: `payment:${randomUUID()}` })).toBeNull();
    });
  });

  describe('confirming a charge', () => {
    test('charges the card once, however often it is confirmed', async () => {
      const { driver, hand } = ready();
      const before = await driver.balanceCents();
      const charge = await hand.newCharge();
      const calls = await Promise.allSettled([hand.confirm(charge), hand.confirm(charge)]);
      const state = await hand.confirm(charge);
      expectSame(calls, state);
      const { chargeRef, reference } = charge;
      expect(state).toMatchObject({ status: 'succeeded', chargeRef, reference, amountCents });
      expect(await hand.confirm(charge)).toEqual(state);
      expect(await hand.lookUp({ chargeRef, reference })).toEqual(state);
      await expect.poll(() => hand.lookUp({ reference })).toEqual(state);
      const costCents = state.status === 'succeeded' ? state.costCents : 0;
      expect(await driver.balanceCents()).toBe(before + amountCents - costCents);
      await hand.expectMoved(reference, amountCents - costCents);
    });

    test.each<['insufficient' | 'asks', DeclineKind]>([
      ['insufficient', 'soft'],
      ['asks', 'needs_action'],
    ])('declines a card that is %s off-session as %s, and takes nothing', async (card, kind) => {
      const { driver, hand } = ready();
      const before = await driver.balanceCents();
      const charge = await hand.newCharge(card);
      const state = await hand.confirm(charge);
      expect(state).toMatchObject({ status: 'failed', reference: charge.reference, decline: { kind } });
      if (state.status === 'failed') {
        expect(state.decline.code).toBeTruthy();
        expect(state.decline.reason).toBeTruthy();
      }
      expect(await hand.lookUp(charge)).toEqual(state);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('refuses a charge that it does not know', async () => {
      const { driver, hand } = ready();
      const { chargeRef } = await hand.newCharge();
      await expectFault(driver.port.confirmCharge({ chargeRef: `${chargeRef}x`, key: randomUUID() }), 'refused');
    });
  });

  describe('canceling a charge', () => {
    test('ends a charge that is not confirmed, and may be repeated', async () => {
      const { driver, hand } = ready();
      const before = await driver.balanceCents();
      const charge = await hand.newCharge();
      const canceled = { status: 'failed', reference: charge.reference, decline: { kind: 'abandoned' } };
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject(canceled);
      expect(await driver.port.cancelCharge(charge.chargeRef)).toMatchObject(canceled);
      expect(await hand.lookUp(charge)).toMatchObject(canceled);
      expect(await driver.balanceCents()).toBe(before);
    });

    test('does not change a charge that has ended', async () => {
      const { driver, hand } = ready();
      const paid = await hand.paidCharge();
      expect(await driver.port.cancelCharge(paid.chargeRef)).toMatchObject({ status: 'succeeded' });
      const declined = await hand.newCharge('insufficient');
      const state = await hand.confirm(declined);
      expect(await driver.port.cancelCharge(declined.chargeRef)).toMatchObject({ status: 'failed' });
      expect(state).toMatchObject({ status: 'failed' });
    });

    test('never charges after a cancellation that said so', async () => {
      const { driver, hand } = ready();
      const charge = await hand.newCharge();
      await driver.port.cancelCharge(charge.chargeRef);
      const confirmed = await hand.confirm(charge).catch(() => null);
      expect(confirmed?.status).not.toBe('succeeded');
      expect(await hand.lookUp(charge)).toMatchObject({ status: 'failed' });
    });

    test('gives one outcome when it races a confirmation', async () => {
      const { driver, hand } = ready();
      const holder = await hand.saveCard();
      const race = async (cancelFirst: boolean) => {
        const request = hand.chargeRequest(holder);
        const { chargeRef } = await driver.port.createCharge(request);
        const confirm = () => hand.confirm({ ...holder, chargeRef, reference: request.reference });
        const cancel = () => driver.port.cancelCharge(chargeRef);
        const calls = cancelFirst ? [cancel(), confirm()] : [confirm(), cancel()];
        // The loser may also be refused.
        const answers = await Promise.all(calls.map((call) => call.catch(() => null)));
        const end = await hand.lookUp({ chargeRef, reference: request.reference });
        expect(['succeeded', 'failed']).toContain(end?.status);
        for (const answer of answers) expect([undefined, end?.status]).toContain(answer?.status);
        await hand.expectMoved(request.reference, end?.status === 'succeeded' ? amountCents - end.costCents : 0);
      };
      for (let round = 0; round < 6; round += 1) await race(round % 2 === 1);
    });
  });
}
