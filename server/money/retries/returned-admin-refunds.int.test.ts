import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { type Account, owedOn } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { readRefund } from '#server/money/refunds/refunds.sql.ts';
import { requestAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { fc } from '#testing/fast-check.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { repeats } from '#testing/seeded-random.ts';
import { endCoveredReturned } from './returned-refunds.sql.ts';
import { settleReturnedOutside } from './settle-outside.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(async () => {
  app.faults.clear();
  await app.check();
});

const amountCents = 10_00;
const processor = 'sandbox';
const reason = 'The account is closed.';
type Paid = Scene & { paymentId: string; chargeRef: string };

const tx = <T>(work: (tx: Tx) => Promise<T>) => app.context.db.tx(work);
const owed = (account: Account) => owedOn(app.context.db.sql, account);

async function paid(): Promise<Paid> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const { paymentId } = await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  const [row] = await app.context.db.sql<{ ref: string }[]>`
    select processor_ref as ref from payments where id = ${paymentId}`;
  return { ...scene, paymentId, chargeRef: row?.ref ?? '' };
}

async function refundPart({ paymentId }: Paid, cents: number): Promise<string> {
  const requestKey = randomUUID();
  await tx((t) => requestAdminRefund(app.context, t, { requestKey, paymentId, amountCents: cents, reason: 'A part' }));
  await app.settle();
  return requestKey;
}

async function release({ heldAccount }: Scene, { isPaidOut }: { isPaidOut: boolean }) {
  const payeeId = await app.newUser();
  await ensurePayoutAccount(app.context, app.context.db.sql, { userId: payeeId, processor });
  const cause = `release:${heldAccount}`;
  const split = await tx((t) =>
    splitHeldMoney(app.context, t, { heldAccount, payeeId, processor, feePercent: 5, cause }),
  );
  const payout = { userId: payeeId, subject: `pool:${randomUUID()}`, amountCents: split.netCents, processor };
  if (isPaidOut) await tx((t) => requestPayout(app.context, t, { ...payout, releaseCause: cause }));
  await app.settle();
  await app.settle();
  return { payeeId, split };
}

/** The bank returns a refund to the processor: its books, and the state that it then answers. */
async function comeBack(refundId: string) {
  const { sql } = app.context.db;
  const refund = await readRefund(sql, refundId);
  if (!refund?.processorRef) throw new Error('the refund was not made');
  const { idempotencyKey: reference, amountCents: cents, processorRef: ref, chargeRef } = refund;
  await sql`insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, ${cents})`;
  await sql`update sandbox.charges set refunded_cents = refunded_cents - ${cents} where id = ${chargeRef}`;
  return { ref, reference, amountCents: cents, status: 'failed', reason } as const;
}

/** Delivers the return twice on each of two nodes at once, then a late report of the success. */
async function returnIt(refundId: string) {
  const state = await comeBack(refundId);
  const node = startMoneyNode(app);
  const other = { ...node.context, jobs: app.context.jobs };
  await Promise.all([app.context, other, app.context, other].map((context) => settleRefund(context, refundId, state)));
  await node.close();
  await settleByReference(app.context, processor, state.reference);
  await app.settle();
  await app.settle();
  expect(await readRefund(app.context.db.sql, refundId)).toMatchObject({ status: 'returned', failureReason: reason });
  expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  await app.check();
}

/** An admin on each of two nodes records at once that they paid it in another way. */
async function payOutside({ paymentId }: Paid, refundId: string) {
  const node = startMoneyNode(app);
  const contexts = [app.context, { ...node.context, jobs: app.context.jobs }];
  const settled = contexts.map((context) =>
    context.db.tx((t) => settleReturnedOutside(context, t, { refundId, paymentId, reason: 'Bank transfer' })),
  );
  expect((await Promise.all(settled)).toSorted()).toEqual([false, true]);
  await node.close();
  await app.settle();
}

const payment = async ({ paymentId }: Paid) => {
  const [row] = await app.context.db.sql`
    select refunded_cents, returned_cents, regained_cents, claimed_by from payments where id = ${paymentId}`;
  return row;
};

/** The steps of the property, with the amount that the fan has. */
function newCourse(scene: Paid, isPaidOut: boolean) {
  const made: { id: string; cents: number }[] = [];
  let returned: typeof made = [];
  let isReleased = false;
  let outsideCents = 0;
  const refundedCents = () => made.reduce((sum, { cents }) => sum + cents, outsideCents);
  return {
    scene,
    refundedCents,
    async refund(most: number) {
      const cents = Math.min(most, amountCents - refundedCents());
      if (cents === 0) return;
      made.push({ id: await refundPart(scene, cents), cents });
      returned = [];
    },
    async return(which: number) {
      const [back] = made.splice(which % Math.max(1, made.length), 1);
      if (!back) return;
      await returnIt(back.id);
      returned.push(back);
    },
    async outside(which: number) {
      const [back] = returned.splice(which % Math.max(1, returned.length), 1);
      if (!back) return;
      await payOutside(scene, back.id);
      outsideCents += back.cents;
    },
    async release() {
      if (!isReleased) await release(scene, { isPaidOut });
      isReleased = true;
    },
  };
}

describe('an admin’s refund that the bank returns', () => {
  test('before the release: the money is held again, is released with the rest, and can be refunded again', async () => {
    const scene = await paid();
    const refundId = await refundPart(scene, 3_00);
    await returnIt(refundId);
    expect(await owed(scene.heldAccount)).toBe(amountCents);
    expect(await payment(scene)).toMatchObject({ refundedCents: 0, claimedBy: null });
    await refundPart(scene, 3_00);
    expect(await readRefund(app.context.db.sql, refundId)).toMatchObject({ status: 'canceled' });
    expect((await release(scene, { isPaidOut: true })).split.paidCents).toBe(7_00);
  });

  test('of everything: the payment belongs to the pool again', async () => {
    const scene = await paid();
    await refundPart(scene, 4_00);
    await returnIt(await refundPart(scene, 6_00));
    expect(await payment(scene)).toMatchObject({ refundedCents: 4_00, claimedBy: null });
    expect((await release(scene, { isPaidOut: false })).split.paidCents).toBe(6_00);
  });

  test('beside the refund of the rest: it is held until an admin refunds it again', async () => {
    const scene = await paid();
    const refundId = await refundPart(scene, 3_00);
    await tx((t) => requestRefund(app.context, t, { subject: scene.subject, reason: 'The pool ended' }));
    await app.settle();
    await returnIt(refundId);
    expect(await owed(scene.heldAccount)).toBe(3_00);
    const status = async () => (await readRefund(app.context.db.sql, refundId))?.status;
    // The processor refuses the first try, so the admin still has to act.
    app.faults.plan('refund', 'refused');
    await refundPart(scene, 3_00);
    await endCoveredReturned(app.context.db.sql);
    expect([await owed(scene.heldAccount), await status()]).toEqual([3_00, 'returned']);
    await refundPart(scene, 3_00);
    expect([await owed(scene.heldAccount), await status()]).toEqual([0, 'canceled']);
  });

  test('before the refund of the rest: that includes it, so that no admin has to act', async () => {
    const scene = await paid();
    const refundId = await refundPart(scene, 3_00);
    await returnIt(refundId);
    await tx((t) => requestRefund(app.context, t, { subject: scene.subject, reason: 'The pool ended' }));
    const status = async () => (await readRefund(app.context.db.sql, refundId))?.status;
    expect(await status()).toBe('canceled');
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
    // An earlier version left the row like this.
    await app.context.db.sql`update refunds set status = 'returned' where id = ${refundId}`;
    await endCoveredReturned(app.context.db.sql);
    expect(await status()).toBe('canceled');
  });

  test('while another refund is under way: it still waits for an admin after that one', async () => {
    const scene = await paid();
    const refundId = await refundPart(scene, 3_00);
    const requestKey = randomUUID();
    const other = { requestKey, paymentId: scene.paymentId, amountCents: 2_00, reason: 'Another part' };
    app.faults.plan('refund', 'unreachable');
    await tx((t) => requestAdminRefund(app.context, t, other));
    await settleRefund(app.context, refundId, await comeBack(refundId));
    app.faults.clear();
    await reconcile(app.context, { olderThanMs: 0 });
    await app.settle();
    expect(await readRefund(app.context.db.sql, requestKey)).toMatchObject({ status: 'succeeded' });
    expect(await readRefund(app.context.db.sql, refundId)).toMatchObject({ status: 'returned' });
  });

  test('made before the release, back after it: it is held again, and the next refund takes it first', async () => {
    const scene = await paid();
    const refundId = await refundPart(scene, 3_00);
    const { payeeId } = await release(scene, { isPaidOut: true });
    await returnIt(refundId);
    expect(await owed(scene.heldAccount)).toBe(3_00);
    expect(await payment(scene)).toMatchObject({ refundedCents: 0, returnedCents: 0, regainedCents: 3_00 });
    await refundPart(scene, 5_00);
    expect(await owed(scene.heldAccount)).toBe(0);
    expect(await payment(scene)).toMatchObject({ refundedCents: 5_00, returnedCents: 2_00, regainedCents: 0 });
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
  });

  test('after the release, with the debt open: the debt and the fees are as if it had never been made', async () => {
    const scene = await paid();
    const { payeeId, split } = await release(scene, { isPaidOut: false });
    const [fees, costs] = [await owed('platform_fees'), await owed('processor_costs')];
    const refundId = await refundPart(scene, 3_33);
    expect(await owed(`creator_debt:${payeeId}`)).toBeLessThan(0);
    await returnIt(refundId);
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(split.netCents);
    expect([await owed('platform_fees'), await owed('processor_costs')]).toEqual([fees, costs]);
    expect(await payment(scene)).toMatchObject({ refundedCents: 0, returnedCents: 0 });
  });

  test('after the release, with the debt paid by a reversal: the creator is paid again', async () => {
    const scene = await paid();
    const { payeeId } = await release(scene, { isPaidOut: true });
    const bank = await owed('clearing');
    const refundId = await refundPart(scene, 4_00);
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    await returnIt(refundId);
    const again = `pool:${scene.heldAccount.slice(5)}:${refundId}`;
    expect(app.published('payout.paid', again)).toMatchObject([{ userId: payeeId, amountCents: 3_56 }]);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(0);
    expect(await owed('clearing')).toBe(bank);
  });

  test('after the release, while the reversal has no answer: the reversal still finds its debt', async () => {
    const scene = await paid();
    const { payeeId } = await release(scene, { isPaidOut: true });
    app.faults.plan('reverseTransfer', 'unreachable', 20);
    const refundId = await refundPart(scene, 4_00);
    expect(await owed(`creator_debt:${payeeId}`)).toBe(-3_56);
    await returnIt(refundId);
    app.faults.clear();
    await reconcile(app.context, { olderThanMs: 0 });
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(0);
  });

  test('is settled once outside the processor, from where its money is, and no late answer takes that back', async () => {
    const scene = await paid();
    const [first, second] = [await refundPart(scene, 3_00), await refundPart(scene, 2_00)];
    await returnIt(first);
    await returnIt(second);
    const { payeeId } = await release(scene, { isPaidOut: true });
    const clearing = await owed('clearing');
    await payOutside(scene, first);
    // The other one still waits for an admin.
    expect(await readRefund(app.context.db.sql, second)).toMatchObject({ status: 'returned' });
    expect(await payment(scene)).toMatchObject({ refundedCents: 3_00, returnedCents: 3_00 });
    expect(app.published('refund.succeeded', scene.subject).at(-1)).toMatchObject({
      amountCents: 3_00,
      owedCents: 2_67,
      outsideReason: 'Bank transfer',
    });
    const row = await readRefund(app.context.db.sql, first);
    expect(row).toMatchObject({ status: 'canceled' });
    const late = { ref: row?.processorRef ?? '', reference: row?.idempotencyKey ?? '', amountCents: 3_00 };
    await settleRefund(app.context, first, { ...late, status: 'failed', reason });
    await settleRefund(app.context, first, { ...late, status: 'done' });
    expect(await payment(scene)).toMatchObject({ refundedCents: 3_00 });
    expect(await owed('bank')).toBe(3_00);
    // The creator's share of it came back from their payout account.
    await app.settle();
    expect(await owed('clearing')).toBe(clearing - 2_67);
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });

  test('returns exactly what its refunds took, in any order of refunds, releases and returns', {
    timeout: 300_000,
  }, async () => {
    const step = fc.record({
      do: fc.constantFrom('refund' as const, 'return' as const, 'outside' as const, 'release' as const),
      cents: fc.integer({ min: 1, max: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), fc.boolean(), async (steps, isPaidOut) => {
        const course = newCourse(await paid(), isPaidOut);
        for (const { do: act, cents } of steps) {
          await course[act](cents);
          expect(await payment(course.scene)).toMatchObject({ refundedCents: course.refundedCents() });
          await app.check();
        }
      }),
      { numRuns: repeats(3, 60), endOnFailure: true },
    );
  });
});
