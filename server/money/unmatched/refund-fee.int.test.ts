import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransferState } from '#server/money/card-processor.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { refundIdOf } from '#server/money/derived-id.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';

const feeCents = 30;
const withFee = <T extends TransferState | null>(state: T): T =>
  state?.status === 'done' ? { ...state, costCents: feeCents } : state;

/** The reference of the refund that the bank refused after it was made. */
let failed = '';
const failing = <T extends TransferState | null>(state: T) =>
  state && state.reference === failed
    ? { ...state, status: 'failed' as const, reason: 'The account is closed.' }
    : state;

/** The sandbox charges nothing for refunds, so these tests do. */
let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp({}, (sandbox) => ({
    ...sandbox,
    refund: async (request) => withFee(await sandbox.refund(request)),
    lookUpRefund: async (by) => failing(withFee(await sandbox.lookUpRefund(by))),
  }));
});
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
