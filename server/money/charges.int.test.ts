import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '#server/platform/postgres/db.ts';
import { amountCents, chargeTools } from '#testing/charges.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { beginCharge } from './begin-charge.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import { owedOn } from './ledger.ts';
import { lookUpSubject } from './look-up-subject.ts';
import type { Payment } from './payments.ts';
import { reconcile } from './reconcile.ts';
import { settlePayment } from './settle-payment.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());

/** The sandbox's fee: 2.9 % and 30 ¢. */
const costCents = 59;

const { ready, chargesAtProcessor, attemptsOf, expectPaidOnce } = chargeTools(() => app);

describe('charging a saved card', () => {
  test('pays, posts the charge and its cost, and publishes the fact in the same transaction', async () => {
    const { scene, charge } = await ready(cards.pays);
    expect(await charge()).toMatchObject({ status: 'succeeded' });
    await expectPaidOnce(scene);
    const { processor: _, ...about } = scene;
    expect(app.published('payment.succeeded', scene.subject)[0]).toMatchObject({ ...about, amountCents });
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

  test('returns the same payment and charges nothing when called again', async () => {
    const { scene, charge } = await ready(cards.pays);
    const first = await charge();
    expect(await charge()).toEqual(first);
    await expectPaidOnce(scene);
  });

  test('charges once for twenty concurrent calls', async () => {
    const { scene, charge } = await ready(cards.pays);
    await Promise.all(Array.from({ length: 20 }, charge));
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 1, all: 1 });
  });

  test('declines a card with insufficient funds softly, and stores each try as a separate attempt', async () => {
    const { scene, charge } = await ready(cards.noMoney);
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'soft', code: 'insufficient_funds' } });
    expect(await charge()).toMatchObject({ status: 'failed' });
    expect((await attemptsOf(scene)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
    ]);
    expect(app.published('payment.failed', scene.subject)).toHaveLength(2);
    await app.check();
  });

  test('reports that a card which requires approval needs the fan', async () => {
    const { charge } = await ready(cards.asks);
    expect(await charge()).toMatchObject({
      status: 'failed',
      decline: { kind: 'needs_action', code: 'authentication_required' },
    });
    await app.check();
  });

  test('refuses another person’s card', async () => {
    const { scene } = await ready(cards.pays);
    const cardId = await app.saveCard(scene, cards.pays);
    const thief = await app.newScene();
    const charge = { ...thief, cardId, amountCents, description: '' };
    await expect(chargeSavedCard(app.context, charge)).rejects.toMatchObject({ code: 'no_saved_card' });
    expect(await attemptsOf(thief)).toEqual([]);
  });

  test('stores no attempt when payment.assert_wanted throws', async () => {
    const { scene, charge } = await ready(cards.pays);
    const { hooks } = app.context;
    hooks.handle('payment.assert_wanted', async (_tx, { subject }) => {
      if (subject === scene.subject) throw new Error('not this one');
    });
    await expect(charge()).rejects.toThrow('not this one');
    expect(await attemptsOf(scene)).toEqual([]);
  });
});

describe('lost answers of the processor', () => {
  test.each(['createCharge', 'confirmCharge'] as const)(
    'charges once although the answer of %s is lost',
    async (call) => {
      const { scene, charge } = await ready(cards.pays);
      app.faults.plan(call, 'hang_after');
      const first = await charge();
      // The look-up finds a confirmed charge at once. A charge that was only created is not confirmed without a new call.
      expect(first.status).toBe(call === 'confirmCharge' ? 'succeeded' : 'unsettled');
      expect((await charge()).status).toBe('succeeded');
      await expectPaidOnce(scene);
      expect(await attemptsOf(scene)).toHaveLength(1);
    },
  );

  test.each(['error_after', 'hang_after'] as const)(
    'stays unsettled after %s while look-ups fail too',
    async (fault) => {
      const { scene, charge } = await ready(cards.pays);
      app.faults.webhooks = 'drop';
      app.faults.plan('confirmCharge', fault);
      app.faults.plan('lookUpCharge', 'unreachable', 3);
      expect((await charge()).status).toBe('unsettled');
      expect((await charge()).status).toBe('unsettled');
      expect(app.published('payment.succeeded', scene.subject)).toHaveLength(0);
      await reconcile(app.context, { olderThanMs: 0 });
      app.faults.webhooks = 'deliver';
      await expectPaidOnce(scene);
      expect(await attemptsOf(scene)).toHaveLength(1);
    },
  );

  test('leaves the attempt open while the processor is unreachable, and resumes it later', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('createCharge', 'unreachable');
    expect((await charge()).status).toBe('unsettled');
    expect(await chargesAtProcessor(scene)).toEqual({ succeeded: 0, all: 0 });
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
  });

  test.each([
    ['confirmCharge', 'succeeded'],
    ['createCharge', 'failed'],
  ] as const)(
    'settles the attempt whose answer to %s is lost before it reports that the card is gone',
    async (call, status) => {
      const { scene, charge } = await ready(cards.pays);
      app.faults.webhooks = 'drop';
      app.faults.plan(call, call === 'confirmCharge' ? 'error_after' : 'unreachable');
      app.faults.plan('lookUpCharge', 'unreachable');
      expect((await charge()).status).toBe('unsettled');
      await app.context.db.sql`update cards set removed_at = now() where user_id = ${scene.userId}`;
      expect((await charge()).status).toBe(status);
      app.faults.webhooks = 'deliver';
      if (status === 'succeeded') return expectPaidOnce(scene);
      expect(app.published('payment.failed', scene.subject)).toMatchObject([
        { declineReason: 'The saved card can no longer be charged. Please use another one.' },
      ]);
      await expect(charge()).rejects.toMatchObject({ code: 'no_saved_card' });
      await app.check();
    },
  );

  test('charges nothing and ends the attempt after a refusal', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan('confirmCharge', 'refused');
    expect(await charge()).toMatchObject({ status: 'failed', decline: { kind: 'hard', code: 'not_accepted' } });
    app.faults.webhooks = 'deliver';
    expect((await charge()).status).toBe('succeeded');
    await expectPaidOnce(scene);
  });

  test.each([
    ['createCharge', 'crash_before'],
    ['createCharge', 'crash_after'],
    ['confirmCharge', 'crash_before'],
    ['confirmCharge', 'crash_after'],
  ] as const)('resumes under the same idempotency keys after %s %s', async (call, fault) => {
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

  test('settles a charge after a crash when a waiting page polls', async () => {
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
  test('posts one journal for fifty concurrent settlements of one payment', async () => {
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

  test('locks the subject before the payment, so that no two transactions wait for each other', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.webhooks = 'drop';
    app.faults.plan('confirmCharge', 'crash_after');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    const { db, hooks } = app.context;
    // Stands in for the module of the subject, which locks its rows.
    const lockSubject = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext(${scene.subject}))`;
    hooks.handle('payment.lock_subject', async (tx, subject) => {
      if (subject === scene.subject) await lockSubject(tx);
    });
    const locked = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const holding = db.tx(async (tx) => {
      await lockSubject(tx);
      locked.resolve();
      await reached.promise;
      return tx`select status from payments where subject = ${scene.subject} for update`;
    });
    await locked.promise;
    const reconciling = reconcile(app.context, { olderThanMs: 0 });
    await Promise.race([lockWaits(db.sql, 1, 'pg_advisory_xact_lock'), reconciling]);
    reached.resolve();
    expect(await holding).toMatchObject([{ status: 'processing' }]);
    await reconciling;
    app.faults.webhooks = 'deliver';
    await expectPaidOnce(scene);
  });

  test('keeps a started attempt when another charge failed, a second one is created, or a repeated request is refused', async () => {
    const { scene, charge } = await ready(cards.pays);
    app.faults.plan('confirmCharge', 'crash_before');
    await expect(charge()).rejects.toBeInstanceOf(SimulatedCrash);
    const [payment] = await app.context.db.sql<Payment[]>`select * from payments where subject = ${scene.subject}`;
    if (!payment) throw new Error('no attempt');
    const { id, idempotencyKey: reference } = payment;
    const decline = { kind: 'hard', code: 'card_declined', reason: 'No.' } as const;
    const other = { status: 'failed', chargeRef: 'ch_other', reference, amountCents, decline } as const;
    expect(await settlePayment(app.context, id, other)).toMatchObject({ status: 'unsettled' });
    expect(await beginCharge(app.context, payment, 'ch_other')).toBe(false);
    expect(await failRefusedAttempt(app.context, payment)).toMatchObject({ status: 'unsettled' });
    await reconcile(app.context, { olderThanMs: 0 });
    await expectPaidOnce(scene);
  });

  test('ignores a state with another amount or reference', async () => {
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

  test('ignores a failure that arrives after success', async () => {
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
    expect(app.published('payment.failed', scene.subject)).toEqual([]);
    await expectPaidOnce(scene);
  });
});

test('refuses to call the processor inside a transaction', async () => {
  const { scene } = await ready(cards.pays);
  const create = () => app.context.cards.createCustomer({ userId: scene.userId, key: `inside ${scene.subject}` });
  await expect(app.context.db.tx(create)).rejects.toThrow('the card processor was called inside a transaction');
  expect(await create()).toMatchObject({ customerRef: expect.any(String) });
});
