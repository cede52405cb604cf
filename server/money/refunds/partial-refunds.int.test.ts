import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { type Account, owedOn } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { undoRelease } from '#server/money/undo-release.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { fc } from '#testing/fast-check.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { readRefund } from './refunds.sql.ts';
import { type AdminRefund, requestAdminRefund } from './request-admin-refund.ts';
import { requestRefund } from './request-refund.ts';
import { sendRefund } from './send-refund.ts';
import { settleRefund } from './settle-refund.ts';

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
const costCents = 59;
const processor = 'sandbox';

type Paid = Scene & { paymentId: string; chargeRef: string };

const tx = <T>(work: (tx: Tx) => Promise<T>) => app.context.db.tx(work);
const owed = (account: Account) => owedOn(app.context.db.sql, account);
const newRefund = ({ paymentId }: Paid, cents: number, requestKey: string = randomUUID()): AdminRefund => ({
  requestKey,
  paymentId,
  amountCents: cents,
  reason: 'Half of the tracks are missing.',
});
const ask = (refund: AdminRefund) => tx((t) => requestAdminRefund(app.context, t, refund));
/** Asks for a refund whose job reaches no processor until `sendNow`: jobs start at once, so what follows would race with it. */
const askUnsent = async (refund: AdminRefund) => {
  app.faults.plan('lookUpRefund', 'unreachable', 100);
  await ask(refund);
};
const sendNow = async (refund: AdminRefund) => {
  app.faults.clear();
  await sendRefund(app.context, refund.requestKey);
  await app.settle();
};
const refundPart = async (scene: Paid, cents: number) => {
  await ask(newRefund(scene, cents));
  await app.settle();
};
const refundRest = ({ subject }: Scene) => tx((t) => requestRefund(app.context, t, { subject, reason: 'test' }));

async function paid(heldAccount?: `held:${string}`): Promise<Paid> {
  const scene = await app.newScene(heldAccount);
  const cardId = await app.saveCard(scene, cards.pays);
  const outcome = await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  expect(outcome.status).toBe('succeeded');
  const [row] = await app.context.db.sql<{ processorRef: string }[]>`
    select processor_ref from payments where id = ${outcome.paymentId}`;
  return { ...scene, paymentId: outcome.paymentId, chargeRef: row?.processorRef ?? '' };
}

async function release(scene: Scene, cause = `release:${scene.heldAccount}`) {
  const payeeId = await app.newUser();
  await ensurePayoutAccount(app.context, app.context.db.sql, { userId: payeeId, processor });
  const { heldAccount } = scene;
  const split = await tx((t) =>
    splitHeldMoney(app.context, t, { heldAccount, payeeId, processor, feePercent: 5, cause }),
  );
  return { payeeId, split, cause };
}

const paymentOf = async ({ paymentId }: Paid) => {
  const [row] = await app.context.db.sql<{ refundedCents: number; claimedBy: string | null }[]>`
    select refunded_cents, claimed_by from payments where id = ${paymentId}`;
  return row;
};
const atProcessor = async ({ chargeRef }: Paid) => {
  const rows = await app.context.db.sql<{ amountCents: number }[]>`
    select amount_cents from sandbox.refunds where charge_id = ${chargeRef} order by amount_cents`;
  return rows.map((row) => row.amountCents);
};

describe('a partial refund of held money', () => {
  test('leaves the rest with the pool, which releases it with its share of the cost', async () => {
    const scene = await paid();
    await refundPart(scene, 3_00);
    expect(await owed(scene.heldAccount)).toBe(7_00);
    expect(app.published('refund.succeeded', scene.subject)).toMatchObject([
      { amountCents: 3_00, byAdmin: true, owedCents: 0, reason: 'Half of the tracks are missing.' },
    ]);
    const { split } = await release(scene);
    expect(split).toEqual({ paidCents: 7_00, platformFeeCents: 35, processorCostCents: 41, netCents: 6_24 });
  });

  test('adds up to the payment at most, and then belongs to no release', async () => {
    const scene = await paid();
    await refundPart(scene, 6_00);
    await expect(ask(newRefund(scene, 4_01))).rejects.toMatchObject({
      code: 'conflict',
      message: 'Only $4.00 of this payment is left to refund.',
    });
    await refundPart(scene, 4_00);
    await expect(ask(newRefund(scene, 1))).rejects.toMatchObject({ code: 'conflict' });
    expect(await atProcessor(scene)).toEqual([4_00, 6_00]);
    expect((await release(scene)).split.paidCents).toBe(0);
  });

  test('is refused by PostgreSQL if it exceeds the payment', async () => {
    const scene = await paid();
    await refundPart(scene, 6_00);
    const insert = app.context.db.sql`
      insert into refunds (id, payment_id, amount_cents, reason, by_admin, idempotency_key)
      values (${randomUUID()}, ${scene.paymentId}, 401, 'x', true, ${`refund:${randomUUID()}`})`;
    await expect(insert).rejects.toThrow(/exceed it/);
  });

  test('happens once for one key on two nodes, and one at a time', async () => {
    const scene = await paid();
    const node = startMoneyNode(app);
    const refund = newRefund(scene, 3_00);
    app.faults.plan('lookUpRefund', 'unreachable', 100);
    const asks = [app.context, node.context].flatMap((context) =>
      [1, 2, 3].map(() => context.db.tx((t) => requestAdminRefund(context, t, refund))),
    );
    const answers = await Promise.all(asks);
    expect(answers.filter(Boolean)).toHaveLength(1);
    await app.settle();
    await expect(ask(newRefund(scene, 3_00))).rejects.toMatchObject({ code: 'conflict' });
    app.faults.clear();
    await Promise.all([app.context, node.context].map((context) => sendRefund(context, refund.requestKey)));
    await app.settle();
    await node.close();
    expect(await atProcessor(scene)).toEqual([3_00]);
    expect(await ask(refund)).toBe(false);
    await expect(ask({ ...refund, amountCents: 2_00 })).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each(['hang_after', 'error_after', 'unreachable'] as const)('refunds once after %s', async (fault) => {
    const scene = await paid();
    app.faults.plan('refund', fault);
    await refundPart(scene, 3_00);
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await atProcessor(scene)).toEqual([3_00]);
    expect(await owed(scene.heldAccount)).toBe(7_00);
  });

  test('changes nothing when the processor refuses, and can be asked for again', async () => {
    const scene = await paid();
    app.faults.refunds = 'fail';
    await refundPart(scene, 3_00);
    expect(await paymentOf(scene)).toEqual({ refundedCents: 0, claimedBy: null });
    expect(app.published('refund.failed', scene.subject)).toMatchObject([{ byAdmin: true }]);
    app.faults.refunds = 'pay';
    await refundPart(scene, 3_00);
    expect(await owed(scene.heldAccount)).toBe(7_00);
  });

  test('keeps a release away while it is under way, and a full refund returns the rest', async () => {
    const scene = await paid();
    const refund = newRefund(scene, 3_00);
    await askUnsent(refund);
    expect((await release(scene)).split.paidCents).toBe(0);
    await sendNow(refund);
    expect(await refundRest(scene)).toMatchObject({ amountCents: 7_00 });
    await app.settle();
    expect(await atProcessor(scene)).toEqual([3_00, 7_00]);
    expect(await owed(scene.heldAccount)).toBe(0);
  });

  test('books what the processor charges for a refund', async () => {
    const scene = await paid();
    const before = await owed('processor_costs');
    const { sql } = app.context.db;
    const refund = newRefund(scene, 3_00);
    await askUnsent(refund);
    const { idempotencyKey: reference = '' } = (await readRefund(sql, refund.requestKey)) ?? {};
    const { chargeRef } = scene;
    const state = await app.context.cards.refund({ chargeRef, amountCents: 3_00, reference, key: reference });
    // The sandbox charges nothing for refunds, so the test does.
    await sql`insert into sandbox.journal (kind, reference, amount_cents) values ('cost', ${reference}, -25)`;
    const done = { ...state, status: 'done', costCents: 25 } as const;
    await Promise.all([1, 2].map(() => settleRefund(app.context, refund.requestKey, done)));
    expect(await owed('processor_costs')).toBe(before - 25);
  });
});

describe('a partial refund and a dispute', () => {
  test('a dispute freezes what a refund under way leaves, and takes no more than that', async () => {
    const scene = await paid();
    await refundPart(scene, 3_00);
    const { disputeRef } = await app.context.cards.bank.dispute(scene.chargeRef, 7_00);
    await app.settle();
    await expect(ask(newRefund(scene, 1_00))).rejects.toMatchObject({ code: 'conflict' });
    expect(await owed(scene.heldAccount)).toBe(7_00);
    await app.context.cards.bank.decide(disputeRef, 'lost');
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
    await expect(ask(newRefund(scene, 1))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a dispute that is faster than the refund wins: the refund is refused, and the share is frozen', async () => {
    const scene = await paid();
    const refund = newRefund(scene, 3_00);
    await askUnsent(refund);
    await app.context.cards.bank.dispute(scene.chargeRef);
    await sendNow(refund);
    expect((await paymentOf(scene))?.claimedBy).toMatch(/^dispute:/);
    expect(await atProcessor(scene)).toEqual([]);
    expect((await readRefund(app.context.db.sql, refund.requestKey))?.status).toBe('canceled');
    expect(app.published('dispute.opened', scene.subject)).toHaveLength(1);
  });

  test('a won dispute leaves the rest refundable', async () => {
    const scene = await paid();
    await refundPart(scene, 3_00);
    const { disputeRef } = await app.context.cards.bank.dispute(scene.chargeRef, 7_00);
    await app.settle();
    await app.context.cards.bank.decide(disputeRef, 'won');
    await app.settle();
    await refundPart(scene, 7_00);
    expect(await atProcessor(scene)).toEqual([3_00, 7_00]);
  });
});

describe('a refund after the release', () => {
  test('makes the creator owe their share and takes the transfer back; the platform returns its fee', async () => {
    const scene = await paid();
    const { payeeId, split, cause } = await release(scene);
    const subject = `pool:${randomUUID()}`;
    const payout = { userId: payeeId, subject, amountCents: split.netCents, processor, releaseCause: cause };
    await tx((t) => requestPayout(app.context, t, payout));
    await app.settle();
    await app.settle();
    expect(app.published('payout.paid', subject)).toHaveLength(1);
    const fees = await owed('platform_fees');
    await refundPart(scene, 4_00);
    // 4.00 less 5 % and 40 % of the cost of 59 cents.
    expect(app.published('refund.succeeded', scene.subject)).toMatchObject([{ owedCents: 3_56 }]);
    expect(await owed('platform_fees')).toBe(fees - 20);
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    const [reversal] = await app.context.db.sql`
      select r.amount_cents, r.status from payout_reversals r join payout_parts p on p.id = r.part_id
      where p.payment_id = ${scene.paymentId}`;
    expect(reversal).toEqual({ amountCents: 3_56, status: 'succeeded' });
    await refundPart(scene, 6_00);
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    expect((await paymentOf(scene))?.claimedBy).toBe(cause);
  });

  test('leaves the debt to the next payout where there is no transfer to take back', async () => {
    const scene = await paid();
    const { payeeId } = await release(scene);
    await refundPart(scene, 10_00);
    expect(await owed(`creator_debt:${payeeId}`)).toBe(-(amountCents - 50 - costCents));
    expect(await release(scene, 'release:again')).toMatchObject({ split: { paidCents: 0 } });
  });

  test('never makes the creator owe more than the release gave, however many parts go back', async () => {
    const scene = await paid();
    const { cause, split } = await release(scene);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 40 }), async (cuts) => {
        let returnedCents = 0;
        let debt = 0;
        for (const cut of [...cuts, amountCents]) {
          const part = Math.min(cut, amountCents - returnedCents);
          if (part === 0) break;
          const payment = {
            claimedBy: cause,
            amountCents,
            costCents,
            refundedCents: returnedCents,
            lostCents: 0,
            returnedCents,
            regainedCents: 0,
            heldAccount: scene.heldAccount,
          };
          const entries = await tx((t) => undoRelease(t, payment, part));
          expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(part);
          const owing = entries.find(({ account }) => account.startsWith('creator_debt:'))?.amountCents ?? 0;
          expect(owing).toBeGreaterThanOrEqual(0);
          debt += owing;
          returnedCents += part;
          expect(debt).toBeLessThanOrEqual(split.netCents);
        }
        expect(debt).toBe(split.netCents);
      }),
      { numRuns: 15 },
    );
  });
});

test('after a restore, finds the refunds that were made since the backup, and books each once', async () => {
  const scene = await paid();
  await refundPart(scene, 3_00);
  await refundPart(scene, 2_00);
  await refundRest(scene);
  await app.settle();
  const { sql } = app.context.db;
  // The rows as they were before the refunds; the ledger is append-only, so it keeps their journals under other causes.
  await sql`delete from refunds where payment_id = ${scene.paymentId}`;
  await sql.begin(async (t) => {
    await t`set local session_replication_role = replica`;
    await t`update payments set refunded_cents = 0, claimed_by = null where id = ${scene.paymentId}`;
    await t`
      delete from ledger_entries where journal_id in (
        select id from ledger_journals where subject = ${scene.subject} and kind = 'refund')`;
    await t`delete from ledger_journals where subject = ${scene.subject} and kind = 'refund'`;
    await t`update ledger_balances set balance_cents = ${amountCents} where account = ${scene.heldAccount}`;
  });
  expect(await owed(scene.heldAccount)).toBe(amountCents);
  const report = await reconcile(app.context, { olderThanMs: 0, restoredFrom: new Date(Date.now() - 60_000) });
  expect(report).toMatchObject({ failed: 0, mismatches: [] });
  expect(await owed(scene.heldAccount)).toBe(0);
  expect(await paymentOf(scene)).toMatchObject({ refundedCents: amountCents });
  expect(await atProcessor(scene)).toEqual([2_00, 3_00, 5_00]);
});
