import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appError } from '#contract/errors.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { chargeSavedCard, type SavedCardCharge } from './charge-saved-card.ts';
import { giveUpUnbegun } from './give-up-unbegun.ts';
import { owedOn } from './ledger.ts';
import { lookUpSubject } from './look-up-subject.ts';
import type { PaymentOutcome } from './payments.ts';
import { reconcile } from './reconcile.ts';
import { SimulatedCrash } from './sandbox/faults.ts';
import { settlePayment } from './settle-payment.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());

const amountCents = 1000;
/** 2.9 % and 30 ¢. */
const costCents = 59;

async function ready(number: string): Promise<{ scene: Scene; charge: () => Promise<PaymentOutcome> }> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, number);
  const request: SavedCardCharge = { ...scene, cardId, amountCents, description: 'A pool' };
  return { scene, charge: () => chargeSavedCard(app.context, request) };
}

async function chargesAtProcessor({ subject }: Scene): Promise<{ succeeded: number; all: number }> {
  const [row] = await app.context.db.sql<{ succeeded: number; all: number }[]>`
    select count(*) filter (where c.status = 'succeeded') as succeeded, count(*) as all
    from sandbox.charges c join payments p on p.idempotency_key = c.reference where p.subject = ${subject}`;
  return row ?? { succeeded: 0, all: 0 };
}

async function attemptsOf({
  subject,
}: Scene): Promise<{ attempt: number; status: string; declineCode: string | null }[]> {
  return app.context.db.sql<{ attempt: number; status: string; declineCode: string | null }[]>`
    select attempt, status, decline_code from payments where subject = ${subject} order by attempt`;
}

async function expectPaidOnce(scene: Scene): Promise<void> {
  await app.settle();
  expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 1 });
  expect(await owedOn(app.context.db.sql, scene.heldAccount)).toBe(amountCents);
  expect(app.told('payment.succeeded', scene.subject)).toHaveLength(1);
  await app.check();
}

describe('charging a saved card', () => {
  test('pays, books the charge and its cost, and tells it within', async () => {
    const { scene, charge } = await ready(cards.pays);
    expect(await charge()).toMatchObject({ status: 'succeeded' });
    await expectPaidOnce(scene);
    expect(app.told('payment.succeeded', scene.subject)[0]).toMatchObject({ ...scene, amountCents });
    const entries = await app.context.db.sql<{ kind: string; account: string; amountCents: number }[]>`
      select j.kind, e.account, e.amount_cents from ledger_journals j join ledger_entries e on e.journal_id = j.id
      join payments p on j.cause like p.idempotency_key || '%' where p.subject = ${scene.subject} order by e.id`;
    expect([...entries]).toEqual([
      { kind: 'charge', account: 'clearing', amountCents },
      { kind: 'charge', account: scene.heldAccount, amountCents: -amountCents },
      { kind: 'charge_cost', account: 'clearing', amountCents: -costCents },
      { kind: 'charge_cost', account: 'processor_costs', amountCents: costCents },
    ]);
  });

  test('asked again answers the same payment and charges nothing', async () => {
    const { scene, charge } = await ready(cards.pays);
    const first = await charge();
    expect(await charge()).toEqual(first);
    await expectPaidOnce(scene);
  });

  test('twenty at once charge once', async () => {
    const { scene, charge } = await ready(cards.pays);
    await Promise.all(Array.from({ length: 20 }, charge));
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 1, all: 1 });
  });

  test('a card without money declines softly, and each try is an attempt of its own', async () => {
    const { scene, charge } = await ready(cards.noMoney);
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'soft', code: 'insufficient_funds' } });
    expect(await charge()).toMatchObject({ status: 'failed' });
    expect((await attemptsOf(scene)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
    ]);
    expect(app.told('payment.failed', scene.subject)).toHaveLength(2);
    await app.check();
  });

  test('a card that asks for approval needs its owner', async () => {
    const { charge } = await ready(cards.asks);
    expect(await charge()).toMatchObject({
      status: 'failed',
      decline: { kind: 'needs_action', code: 'authentication_required' },
    });
    await app.check();
  });

  test('someone else’s card and a removed card are no cards', async () => {
    const { scene } = await ready(cards.pays);
    const cardId = await app.saveCard(scene, cards.pays);
    const thief = await app.newScene();
    const charge = { ...thief, cardId, amountCents, description: '' };
    await expect(chargeSavedCard(app.context, charge)).rejects.toMatchObject({ code: 'no_saved_card' });
    expect(await attemptsOf(thief)).toEqual([]);
  });

  test('whoever hears of the start can prevent it', async () => {
    const { scene, charge } = await ready(cards.pays);
    const { facts } = app.context;
    facts.within('payment.starting', async (_tx, { subject }) => {
      if (subject === scene.subject) throw new Error('not this one');
    });
    await expect(charge()).rejects.toThrow('not this one');
    expect(await attemptsOf(scene)).toEqual([]);
  });
});

describe('an attempt that was stored and not begun', () => {
  async function unbegun(refusal: 'nothing_due' | 'pool_frozen') {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    let refused = true;
    app.context.facts.within('payment.starting', async (_tx, { subject }) => {
      if (refused && subject === scene.subject) throw appError(refusal);
    });
    const allow = () => {
      refused = false;
    };
    return { scene, charge, allow };
  }

  test('is given up when nothing is due any more', async () => {
    const { scene, allow } = await unbegun('nothing_due');
    await reconcile(app.context, { olderThanMs: 0 });
    allow();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toEqual([{ attempt: 1, status: 'failed', declineCode: 'abandoned' }]);
    expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 0 });
    expect(app.told('payment.failed', scene.subject)).toHaveLength(1);
    await app.check();
  });

  test('waits for the end of a freeze', async () => {
    const { scene, charge, allow } = await unbegun('pool_frozen');
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'created' }]);
    await expect(charge()).rejects.toMatchObject({ code: 'pool_frozen' });
    allow();
    expect((await charge()).status).toBe('succeeded');
    await expectPaidOnce(scene);
  });

  test('that was given up meanwhile is not confirmed by who was about to', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'hang_after');
    const charging = charge();
    for (;;) {
      const made = await chargesAtProcessor(scene);
      if (made.all > 0) break;
    }
    await app.context.db.tx((tx) => giveUpUnbegun(tx, scene.subject));
    await charging;
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'failed' }]);
    expect(await chargesAtProcessor(scene)).toMatchObject({ succeeded: 0 });
  });
});

describe('an attempt that was begun and is not wanted any more', () => {
  /** Stored as begun, not confirmed; then the subject ends. `unwanted` is told each time somebody asks whether it may go on. */
  async function begun() {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    expect(await attemptsOf(scene)).toMatchObject([{ status: 'processing' }]);
    const hooks = { unwanted: () => Promise.resolve() };
    app.context.facts.within('payment.starting', async (_tx, { subject }) => {
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

  test('is cancelled, also for who is about to confirm it', async () => {
    const { scene, charge, confirm } = await begun();
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
    expect(await confirm()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await attemptsOf(scene)).toEqual(abandoned);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 1 });
    expect(app.told('payment.failed', scene.subject)).toHaveLength(1);
    await app.check();
  });

  test('that moved at the last moment is paid: its owner sends it back', async () => {
    const { scene, charge, hooks, confirm } = await begun();
    const asked = Promise.withResolvers<void>();
    const moved = Promise.withResolvers<void>();
    hooks.unwanted = () => {
      asked.resolve();
      return moved.promise;
    };
    const ending = charge();
    await asked.promise;
    await confirm();
    moved.resolve();
    expect(await ending).toMatchObject({ status: 'succeeded' });
    await expectPaidOnce(scene);
  });

  test.each(['unreachable', 'hang_after', 'refused'] as const)(
    '%s: nobody takes it for cancelled before the processor says so',
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

describe('answers that do not come', () => {
  test.each(['createCharge', 'confirmCharge'] as const)('%s hangs after it was done', async (call) => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan(call, 'hang_after');
    const first = await charge();
    // What was confirmed is found by asking at once; what was only created is not confirmed blindly.
    expect(first.status).toBe(call === 'confirmCharge' ? 'succeeded' : 'unsettled');
    expect((await charge()).status).toBe('succeeded');
    await expectPaidOnce(scene);
    expect(await attemptsOf(scene)).toHaveLength(1);
  });

  test.each(['error_after', 'hang_after'] as const)('%s, and nobody answers questions either', async (fault) => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan('confirmCharge', fault);
    app.faults.plan('lookUpCharge', 'unreachable', 3);
    expect((await charge()).status).toBe('unsettled');
    expect((await charge()).status).toBe('unsettled');
    expect(app.told('payment.succeeded', scene.subject)).toHaveLength(0);
    await reconcile(app.context, { olderThanMs: 0 });
    app.faults.webhooks = 'deliver';
    await expectPaidOnce(scene);
    expect(await attemptsOf(scene)).toHaveLength(1);
  });

  test('an unreachable processor leaves the attempt open; later it goes on', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'unreachable');
    expect((await charge()).status).toBe('unsettled');
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 0 });
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
  });

  test('a refusal charges nothing and ends the attempt', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'refused');
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'hard', code: 'not_accepted' } });
    expect((await charge()).status).toBe('succeeded');
    await expectPaidOnce(scene);
  });

  test.each([
    ['createCharge', 'crash_before'],
    ['createCharge', 'crash_after'],
    ['confirmCharge', 'crash_before'],
    ['confirmCharge', 'crash_after'],
  ] as const)('%s %s: called again it goes on under the same keys', async (call, fault) => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan(call, fault);
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    expect((await charge()).status).toBe('succeeded');
    app.faults.webhooks = 'deliver';
    await expectPaidOnce(scene);
    expect(await attemptsOf(scene)).toHaveLength(1);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 1, all: 1 });
  });

  test('after a crash the reconciler alone, or a page that polls, finds the end', async () => {
    app.faults.webhooks = 'drop';
    const one = await ready(cards.pays).catch(() => undefined);
    app.faults.webhooks = 'deliver';
    const { scene, charge } = one ?? (await ready(cards.pays));
    app.faults.plan('confirmCharge', 'crash_after');
    app.faults.webhooks = 'drop';
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    await lookUpSubject(app.context, scene.subject);
    app.faults.webhooks = 'deliver';
    await expectPaidOnce(scene);
  });
});

describe('settling', () => {
  test('fifty settles of one payment post one journal', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan('confirmCharge', 'crash_after');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    const [payment] = await app.context.db.sql<{ id: string; processorRef: string; idempotencyKey: string }[]>`
      select id, processor_ref, idempotency_key from payments where subject = ${scene.subject}`;
    const state = {
      status: 'succeeded' as const,
      chargeRef: payment?.processorRef ?? '',
      reference: payment?.idempotencyKey ?? '',
      amountCents,
      costCents,
    };
    await Promise.all(Array.from({ length: 50 }, () => settlePayment(app.context, payment?.id ?? '', state)));
    app.faults.webhooks = 'deliver';
    const rows = await app.context.db.sql`
      select 1 from ledger_journals where cause like ${`${payment?.idempotencyKey}%`}`;
    expect(rows).toHaveLength(2);
    await expectPaidOnce(scene);
  });

  test('another amount or another reference is not believed', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'unreachable');
    const { paymentId } = await charge();
    const state = { status: 'succeeded', chargeRef: 'ch_x', reference: `payment:${paymentId}`, costCents: 0 } as const;
    await settlePayment(app.context, paymentId, { ...state, amountCents: amountCents + 1 });
    await settlePayment(app.context, paymentId, { ...state, amountCents, reference: 'payment:other' });
    expect(await owedOn(app.context.db.sql, scene.heldAccount)).toBe(0);
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
  });

  test('a failure heard late changes nothing', async () => {
    const { scene, charge } = await ready(cards.pays);
    const { paymentId } = await charge();
    const decline = { kind: 'hard', code: 'card_declined', reason: 'No.' } as const;
    const late = {
      status: 'failed',
      chargeRef: null,
      reference: `payment:${paymentId}`,
      amountCents,
      decline,
    } as const;
    expect(await settlePayment(app.context, paymentId, late)).toMatchObject({ status: 'succeeded' });
    expect(app.told('payment.failed', scene.subject)).toEqual([]);
    await expectPaidOnce(scene);
  });
});

test('the processor is never called inside a transaction', async () => {
  const { scene, charge } = await ready(cards.pays);
  await expect(app.context.db.tx(() => charge())).rejects.toThrow('inside a transaction');
  expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 0 });
  await reconcile(app.context, { olderThanMs: 0 });
  await expectPaidOnce(scene);
});
