import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountCents, chargeTools } from '#testing/charges.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { owedOn } from './ledger.ts';
import { lookUpSubject } from './look-up-subject.ts';
import { reconcile } from './reconcile.ts';
import { SimulatedCrash } from './sandbox/faults.ts';
import { settlePayment } from './settle-payment.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());

/** 2.9 % and 30 ¢. */
const costCents = 59;

const { ready, chargesAtProcessor, attemptsOf, expectPaidOnce } = chargeTools(() => app);

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
