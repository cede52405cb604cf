import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TransferState } from '#server/money/card-processor.ts';
import { readChargeable } from '#server/money/cards/cards.sql.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { derivedId, refundIdOf } from '#server/money/derived-id.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { refundUnmatched } from './refund-unmatched.ts';

const feeCents = 30;
const withFee = <T extends TransferState | null>(state: T): T =>
  state?.status === 'done' ? { ...state, costCents: feeCents } : state;

/** The reference of the refund that the bank refused after it was made. */
let failed = '';
const failing = <T extends TransferState | null>(state: T) =>
  state && state.reference === failed
    ? { ...state, status: 'failed' as const, reason: 'The account is closed.' }
    : state;

/** Runs once, after the processor was asked about a charge with this reference. */
let afterLookUp: { reference: string; run: () => Promise<unknown> } | undefined;

/** The sandbox charges nothing for refunds, so these tests do. */
let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp({}, (sandbox) => ({
    ...sandbox,
    refund: async (request) => withFee(await sandbox.refund(request)),
    lookUpRefund: async (by) => failing(withFee(await sandbox.lookUpRefund(by))),
    async lookUpCharge(by) {
      const state = await sandbox.lookUpCharge(by);
      if (by.reference !== afterLookUp?.reference) return state;
      const { run } = afterLookUp;
      afterLookUp = undefined;
      await run();
      return state;
    },
  }));
});
beforeEach(() => app.faults.clear());
afterAll(() => app.close());

async function paid() {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const { paymentId } = await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 10_00, description: '' });
  const [payment] = await app.context.db.sql<{ chargeRef: string }[]>`
    select processor_ref as charge_ref from payments where id = ${paymentId}`;
  return { ...scene, paymentId, chargeRef: payment?.chargeRef ?? '' };
}

/** A refund that the processor made after the backup, so that the restored database has no row of it. */
async function refundAfterBackup(chargeRef: string, reference: string, amountCents: number) {
  await app.context.cards.refund({ chargeRef, amountCents, reference, key: reference });
  await app.context.db.sql`
    insert into sandbox.journal (kind, reference, amount_cents) values ('cost', ${reference}, ${-feeCents})`;
  await app.settle();
}

const afterRestore = () => reconcile(app.context, { olderThanMs: 0, restoredFrom: new Date(Date.now() - 60_000) });
const refundsOf = (paymentId: string) => app.context.db.sql`
  select amount_cents, status, by_admin from refunds where payment_id = ${paymentId} order by amount_cents`;
const openUnmatched = (reference: string) => app.context.db.sql`
  select amount_cents from unmatched_movements where reference = ${reference} and matched_at is null`;
const claimOf = async (paymentId: string) => {
  const [row] = await app.context.db.sql<{ claimedBy: string | null }[]>`
    select claimed_by from payments where id = ${paymentId}`;
  return row?.claimedBy;
};

test("finds an admin's refund and the refund of the rest without their fees, which the platform bears", async () => {
  const { paymentId, chargeRef, heldAccount } = await paid();
  const costs = await owedOn(app.context.db.sql, 'processor_costs');
  const wholeId = refundIdOf(paymentId);
  await refundAfterBackup(chargeRef, `refund:${wholeId}:${randomUUID()}`, 3_00);
  expect(await afterRestore()).toMatchObject({ failed: 0, mismatches: [] });
  expect(await refundsOf(paymentId)).toEqual([{ amountCents: 3_00, status: 'succeeded', byAdmin: true }]);
  expect(await claimOf(paymentId)).toBeNull();

  await refundAfterBackup(chargeRef, `refund:${wholeId}:1`, 7_00);
  expect(await afterRestore()).toMatchObject({ failed: 0, mismatches: [] });
  expect(await refundsOf(paymentId)).toMatchObject([{ amountCents: 3_00 }, { amountCents: 7_00, status: 'succeeded' }]);
  expect(await owedOn(app.context.db.sql, heldAccount)).toBe(0);
  expect(await owedOn(app.context.db.sql, 'processor_costs')).toBe(costs - 2 * feeCents);
});

test('an unmatched refund with its fee is matched once nothing else claims its payment', async () => {
  const { sql } = app.context.db;
  const { paymentId, chargeRef } = await paid();
  const reference = `refund:${refundIdOf(paymentId)}:${randomUUID()}`;
  await refundAfterBackup(chargeRef, reference, 3_00);
  await sql`update payments set claimed_by = 'dispute:none' where id = ${paymentId}`;
  expect(await afterRestore()).toMatchObject({ failed: 0, mismatches: [] });
  expect(await openUnmatched(reference)).toEqual([{ amountCents: -3_00 - feeCents }]);
  await sql`update payments set claimed_by = null where id = ${paymentId}`;
  expect(await afterRestore()).toMatchObject({ failed: 0, mismatches: [] });
  expect(await openUnmatched(reference)).toEqual([]);
  expect(await refundsOf(paymentId)).toEqual([{ amountCents: 3_00, status: 'succeeded', byAdmin: true }]);
  expect(await owedOn(sql, 'unmatched')).toBe(0);
});

test('a failed refund gets no row; its fee is an unmatched movement', async () => {
  const { paymentId, chargeRef } = await paid();
  const reference = `refund:${refundIdOf(paymentId)}:${randomUUID()}`;
  await refundAfterBackup(chargeRef, reference, 3_00);
  failed = reference;
  await app.context.db.sql`
    insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, 300)`;
  expect(await afterRestore()).toMatchObject({ failed: 0, mismatches: [] });
  expect(await refundsOf(paymentId)).toEqual([]);
  expect(await claimOf(paymentId)).toBeNull();
  expect(await openUnmatched(reference)).toEqual([{ amountCents: -feeCents }]);
});

describe('the refund of an unmatched charge', () => {
  /** A charge of a pledge's first attempt, made after the backup. `charge` starts that attempt again. */
  async function lostCharge() {
    const scene = await app.newScene();
    const cardId = await app.saveCard(scene, cards.pays);
    const card = await readChargeable(app.context.db.sql, { ...scene, cardId });
    if (!card) throw new Error('the card was not saved');
    const id = derivedId('payment', scene.subject, 1);
    const key = `payment:${id}`;
    const request = { amountCents: 10_00, description: '' };
    const { chargeRef } = await app.context.cards.createCharge({ ...request, ...card, reference: key, key });
    await app.context.cards.confirmCharge({ chargeRef, key: `${key}:confirm` });
    await app.settle();
    await afterRestore();
    return {
      ...scene,
      id,
      reference: key,
      charge: () => chargeSavedCard(app.context, { ...scene, ...request, cardId }),
      refund: () => refundUnmatched(app.context, key),
      refundAtProcessor: () =>
        app.context.cards.lookUpRefund({ ref: null, chargeRef, reference: `refund:unmatched:${key}` }),
    };
  }
  const unknown = { outcome: 'unknown' };

  test('makes the pledge pay under the next reference', async () => {
    const { refund, charge, subject } = await lostCharge();
    expect(await refund()).toEqual({ outcome: 'refunded', amountCents: 10_00 });
    expect(await refund()).toEqual({ outcome: 'refunded', amountCents: 10_00 });
    expect(await charge()).toEqual({ status: 'succeeded', paymentId: derivedId('payment', subject, 2) });
  });

  test('is not made once the pledge has taken the charge in the meantime', async () => {
    const { id, reference, refund, charge, refundAtProcessor } = await lostCharge();
    afterLookUp = { reference, run: async () => expect(await charge()).toMatchObject({ paymentId: id }) };
    expect(await refund()).toEqual(unknown);
    expect(await refundAtProcessor()).toBeNull();
  });

  test('is not made for an attempt that died before it took the charge', async () => {
    const { id, refund, charge, refundAtProcessor } = await lostCharge();
    app.faults.plan('lookUpCharge', 'crash_before');
    await expect(charge()).rejects.toThrow(SimulatedCrash);
    expect(await refund()).toEqual(unknown);
    expect(await refundAtProcessor()).toBeNull();
    expect(await charge()).toEqual({ status: 'succeeded', paymentId: id });
  });

  test('waits for an attempt that is being stored', async () => {
    const { id, subject, userId, heldAccount, refund, charge, refundAtProcessor } = await lostCharge();
    const rolledBack = new Error('rolled back');
    const holdAttempt = (tx: Tx) => tx`
      insert into payments (id, subject, attempt, user_id, held_account, kind, amount_cents, description, processor, idempotency_key)
      values (${id}, ${subject}, 1, ${userId}, ${heldAccount}, 'off_session', 1000, '', 'sandbox', ${`held ${id}`})`;
    let charging: ReturnType<typeof charge> | undefined;
    let refunding: ReturnType<typeof refund> | undefined;
    await expect(
      app.context.db.sql.begin(async (tx) => {
        await holdAttempt(tx);
        charging = charge();
        await lockWaits(tx, 1, 'insert into payments');
        refunding = refund();
        await Promise.race([lockWaits(tx, 1, 'lock table unmatched_movements'), refunding]);
        throw rolledBack;
      }),
    ).rejects.toBe(rolledBack);
    expect(await refunding).toEqual(unknown);
    expect(await refundAtProcessor()).toBeNull();
    expect(await charging).toEqual({ status: 'succeeded', paymentId: id });
  });

  test('stops the reconciler from taking the charge at the same moment', async () => {
    const { id, reference, subject, userId, heldAccount, refund } = await lostCharge();
    // The first attempt was declined before the backup, so only the reconciler looks for its successor.
    const declined = derivedId('payment', subject, 0);
    const { sql } = app.context.db;
    await sql`
      insert into payments (id, subject, attempt, user_id, held_account, kind, amount_cents, description, processor, idempotency_key,
        status, processor_ref, settled_at, decline_code, decline_reason, decline_kind)
      values (${declined}, ${subject}, 0, ${userId}, ${heldAccount}, 'off_session', 1000, '', 'sandbox', ${`payment:${declined}`},
        'failed', ${`none ${declined}`}, now(), 'generic_decline', '', 'soft')`;
    afterLookUp = { reference, run: async () => expect(await refund()).toMatchObject({ outcome: 'refunded' }) };
    expect(await reconcile(app.context, { olderThanMs: 0 })).toMatchObject({ failed: 0 });
    expect(await sql`select status from payments where id = ${id}`).toEqual([]);
  });

  test('gives the charge back to its pledge once the processor has refused it', async () => {
    const { id, refund, charge } = await lostCharge();
    app.faults.plan('refund', 'refused');
    expect(await refund()).toEqual(unknown);
    expect(await charge()).toEqual({ status: 'succeeded', paymentId: id });
  });

  test('gives the charge back to its pledge once the refund has failed', async () => {
    const { id, refund, charge } = await lostCharge();
    app.faults.refunds = 'fail';
    expect(await refund()).toEqual(unknown);
    expect(await charge()).toEqual({ status: 'succeeded', paymentId: id });
  });

  test('keeps the charge from its pledge while the outcome is unknown', async () => {
    const { refund, charge, subject } = await lostCharge();
    app.faults.plan('refund', 'error_after');
    await expect(refund()).rejects.toMatchObject({ kind: 'unknown' });
    expect(await charge()).toEqual({ status: 'succeeded', paymentId: derivedId('payment', subject, 2) });
    expect(await refund()).toEqual({ outcome: 'refunded', amountCents: 10_00 });
  });
});
