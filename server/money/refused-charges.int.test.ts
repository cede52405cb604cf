import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeTools } from '#testing/charges.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { reconcile } from './reconcile.ts';
import { settleByReference } from './settle-by-reference.ts';

/** Runs once the processor has canceled a charge, before the caller has its answer. */
let afterCancel: (reference: string) => Promise<unknown> = async () => undefined;

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp({}, (sandbox) => ({
    ...sandbox,
    async cancelCharge(chargeRef) {
      const ended = await sandbox.cancelCharge(chargeRef);
      await afterCancel(ended.reference);
      return ended;
    },
  }));
});
afterAll(() => app.close());

const { ready, attemptsOf, chargesAtProcessor } = chargeTools(() => app);
const refused = { kind: 'hard', code: 'not_accepted' };

describe('a charge that the processor refuses to confirm', () => {
  test('keeps the refusal as its reason although the webhook of the cancellation settles it first', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'refused');
    afterCancel = (reference) => settleByReference(app.context, 'sandbox', reference);
    expect(await charge()).toMatchObject({ status: 'failed', decline: refused });
    await app.settle();
    expect(await attemptsOf(scene)).toEqual([{ attempt: 1, status: 'failed', declineCode: 'not_accepted' }]);
    expect(app.published('payment.failed', scene.subject)).toMatchObject([
      { declineKind: 'hard', declineCode: 'not_accepted' },
    ]);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 1 });
    await app.check();
  });

  test('keeps the refusal when the server crashes before the answer of the cancellation', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan('confirmCharge', 'refused');
    afterCancel = () => Promise.reject(new SimulatedCrash('the server dies'));
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    await reconcile(app.context, { olderThanMs: 0 });
    app.faults.webhooks = 'deliver';
    expect(await attemptsOf(scene)).toEqual([{ attempt: 1, status: 'failed', declineCode: 'not_accepted' }]);
    await app.check();
  });

  test('is charged by the next try when the server crashes before the cancellation', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'refused');
    app.faults.plan('cancelCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    expect(await charge()).toMatchObject({ status: 'succeeded' });
    expect(await attemptsOf(scene)).toEqual([{ attempt: 1, status: 'succeeded', declineCode: null }]);
    await app.check();
  });
});
