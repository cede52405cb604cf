import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appError } from '#contract/errors.ts';
import { chargeTools } from '#testing/charges.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { closeSubject } from './close-subject.ts';
import { reconcile } from './reconcile.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());

const { ready, chargesAtProcessor, attemptsOf, expectPaidOnce } = chargeTools(() => app);

describe('an attempt that was stored and not started', () => {
  async function attemptNotStarted(refusal: 'nothing_due' | 'pool_frozen') {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    let refused = true;
    app.context.hooks.handle('payment.assert_wanted', async (_tx, { subject }) => {
      if (refused && subject === scene.subject) throw appError(refusal);
    });
    const allow = () => {
      refused = false;
    };
    return { scene, charge, allow };
  }

  test('fails when nothing is due anymore', async () => {
    const { scene, allow } = await attemptNotStarted('nothing_due');
    await reconcile(app.context, { olderThanMs: 0 });
    allow();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toEqual([{ attempt: 1, status: 'failed', declineCode: 'abandoned' }]);
    expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 0 });
    expect(app.published('payment.failed', scene.subject)).toHaveLength(1);
    await app.check();
  });

  test('ends with a freeze, and the next attempt waits for its end', async () => {
    const { scene, charge, allow } = await attemptNotStarted('pool_frozen');
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'failed', declineCode: 'pool_frozen' }]);
    expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 0 });
    await expect(charge()).rejects.toMatchObject({ code: 'pool_frozen' });
    allow();
    expect((await charge()).status).toBe('succeeded');
    await expectPaidOnce(scene);
  });

  test('is canceled at the processor when its subject ends, even if a worker is about to confirm it', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'hang_after');
    const charging = charge();
    for (;;) {
      const made = await chargesAtProcessor(scene);
      if (made.all > 0) break;
    }
    app.context.hooks.handle('payment.assert_wanted', async (_tx, { subject }) => {
      if (subject === scene.subject) throw appError('nothing_due');
    });
    await closeSubject(app.context, scene.subject);
    await charging;
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'failed' }]);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 1 });
    await app.check();
  });
});

describe('a started attempt whose subject has ended', () => {
  /** Stores an attempt as processing without confirming it, then ends its subject. `unwanted` runs at each `payment.assert_wanted`. */
  async function begun() {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'processing' }]);
    const hooks = { unwanted: () => Promise.resolve() };
    app.context.hooks.handle('payment.assert_wanted', async (_tx, { subject }) => {
      if (subject !== scene.subject) return;
      await hooks.unwanted();
      throw appError('nothing_due');
    });
    const [row] = await app.context.db.sql<{ chargeRef: string; key: string }[]>`
      select processor_ref as charge_ref, idempotency_key || ':confirm' as key from payments where subject = ${scene.subject}`;
    const confirm = () => app.context.cards.confirmCharge(row ?? { chargeRef: '', key: '' });
    return { scene, charge, hooks, confirm };
  }
  const abandoned = [{ attempt: 1, status: 'failed', declineCode: 'abandoned' }];

  test('is canceled, even if a worker is about to confirm it', async () => {
    const { scene, charge, confirm } = await begun();
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
    expect(await confirm()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toEqual(abandoned);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 1 });
    expect(app.published('payment.failed', scene.subject)).toHaveLength(1);
    await app.check();
  });

  test('settles as paid when it is confirmed just before the cancellation', async () => {
    const { scene, charge, hooks, confirm } = await begun();
    const request = Promise.withResolvers<void>();
    const moved = Promise.withResolvers<void>();
    hooks.unwanted = () => {
      request.resolve();
      return moved.promise;
    };
    const ending = charge();
    await request.promise;
    await confirm();
    moved.resolve();
    expect(await ending).toMatchObject({ status: 'succeeded' });
    await expectPaidOnce(scene);
  });

  test.each(['unreachable', 'hang_after', 'refused'] as const)(
    'counts as canceled only after the processor confirms it (%s)',
    async (fault) => {
      const { scene, charge } = await begun();
      app.faults.webhooks = 'drop';
      app.faults.plan('cancelCharge', fault);
      expect(await charge()).toMatchObject({ status: fault === 'hang_after' ? 'failed' : 'unsettled' });
      await reconcile(app.context, { olderThanMs: 0 });
      app.faults.webhooks = 'deliver';
      expect(await attemptsOf(scene)).toEqual(abandoned);
      expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 0 });
      await app.check();
    },
  );
});
