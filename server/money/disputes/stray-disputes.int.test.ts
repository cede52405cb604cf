import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { moneyInvariants } from '#server/money/check-money.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import { owedOn } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, validCardFields } from '#testing/money.ts';
import { settleDispute } from './settle-dispute.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.stop());
afterEach(async () => {
  app.faults.clear();
  // A second charge breaks these two on purpose, and no other.
  const failing = (await checkInvariants(app.context.db.sql, moneyInvariants)).filter(({ rows }) => rows.length > 0);
  expect(failing.map(({ name }) => name)).toEqual([
    'a pledge is charged at most once, refunded or not',
    'the sandbox processor charged a pledge at most once, refunded or not',
  ]);
});

const amountCents = 700;
const bank = () => app.context.cards.bank;
const settleRef = (reference: string) => settleByReference(app.context, 'sandbox', reference);

interface Twice {
  scene: Scene;
  /** The second charge at the processor, and our reference of its payment. */
  chargeRef: string;
  reference: string;
}

/** A subject whose card is charged, and then charged again on the page of an attempt that counts as failed. */
async function chargedTwice(): Promise<Twice> {
  const scene = await app.newScene();
  const page = { description: '', successPath: '/s', cancelPath: '/c' };
  const { url } = await startHostedPayment(app.context, { ...scene, ...page, amountCents });
  const { sql } = app.context.db;
  await sql`update payments set status = 'failed', decline_kind = 'abandoned' where subject = ${scene.subject}`;
  const cardId = await app.saveCard(scene, cards.pays);
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  await app.settle();
  app.faults.webhooks = 'drop';
  await app.complete(url, { cardNumber: cards.pays, ...validCardFields });
  const [row] = await sql<{ chargeRef: string; reference: string }[]>`
    select c.id as charge_ref, c.reference from sandbox.charges c join payments p on p.idempotency_key = c.reference
    where p.subject = ${scene.subject} and p.attempt = 1`;
  return { scene, chargeRef: row?.chargeRef ?? '', reference: row?.reference ?? '' };
}

const paymentsOf = async ({ scene }: Twice) => [
  ...(await app.context.db.sql`
    select status, refunded_cents, lost_cents from payments where subject = ${scene.subject} order by attempt`),
];
const stateOf = async (disputeRef: string) => [
  ...(await app.context.db.sql`select status from disputes where processor_ref = ${disputeRef}`),
];
const untouched = { status: 'succeeded', refundedCents: 0, lostCents: 0 };

async function refundedAndDisputed(): Promise<Twice & { disputeRef: string }> {
  const twice = await chargedTwice();
  await settleRef(twice.reference);
  await app.settle();
  const { disputeRef } = await bank().dispute(twice.chargeRef);
  await settleRef(`dispute:${disputeRef}`);
  return { ...twice, disputeRef };
}

async function decide(disputeRef: string, outcome: 'won' | 'lost'): Promise<void> {
  await bank().decide(disputeRef, outcome);
  await settleRef(`dispute:${disputeRef}`);
  await app.settle();
}

describe('a dispute of a second charge', () => {
  test.each(['won', 'lost'] as const)(
    'that was refunded, and is %s, leaves the first charge alone',
    async (outcome) => {
      const twice = await refundedAndDisputed();
      await decide(twice.disputeRef, outcome);
      expect(await stateOf(twice.disputeRef)).toEqual([{ status: outcome }]);
      expect(await paymentsOf(twice)).toEqual([
        { status: 'stray', refundedCents: amountCents, lostCents: 0 },
        untouched,
      ]);
      expect(await owedOn(app.context.db.sql, twice.scene.heldAccount)).toBe(amountCents);
    },
  );

  test('closes although the first charge was released', async () => {
    const twice = await refundedAndDisputed();
    const { heldAccount } = twice.scene;
    const payeeId = await app.newUser();
    await ensurePayoutAccount(app.context, app.context.db.sql, { userId: payeeId, processor: 'sandbox' });
    const of = { heldAccount, payeeId, processor: 'sandbox', feePercent: 5, cause: `release:${heldAccount}` };
    await app.context.db.tx((tx) => splitHeldMoney(app.context, tx, of));
    await decide(twice.disputeRef, 'won');
    expect(await stateOf(twice.disputeRef)).toEqual([{ status: 'won' }]);
    expect(await paymentsOf(twice)).toEqual([{ status: 'stray', refundedCents: amountCents, lostCents: 0 }, untouched]);
  });

  test.each([
    ['won', { refundedCents: amountCents, lostCents: 0 }],
    ['lost', { refundedCents: 0, lostCents: amountCents }],
  ] as const)('that is %s before the refund leaves the first charge alone', async (outcome, went) => {
    const twice = await chargedTwice();
    const { disputeRef } = await bank().dispute(twice.chargeRef);
    await settleRef(twice.reference);
    await settleRef(`dispute:${disputeRef}`);
    await app.settle();
    await decide(disputeRef, outcome);
    expect(await paymentsOf(twice)).toEqual([{ status: 'stray', ...went }, untouched]);
    expect(await owedOn(app.context.db.sql, twice.scene.heldAccount)).toBe(amountCents);
  });

  test('that is lost does not end the refund of the first charge, which may be requested again', async () => {
    const twice = await chargedTwice();
    const { disputeRef } = await bank().dispute(twice.chargeRef);
    await settleRef(twice.reference);
    await settleRef(`dispute:${disputeRef}`);
    // While the refund of the second charge is under way, the dispute stays open until the reconciler runs.
    await app.settle();
    await decide(disputeRef, 'lost');
    const { subject } = twice.scene;
    const request = () =>
      app.context.db.tx((tx) => requestRefund(app.context, tx, { subject, reason: 'The pool ended' }));
    app.faults.plan('refund', 'refused');
    const first = await request();
    expect(first).toMatchObject({ amountCents });
    await app.settle();
    expect(await request()).toEqual(first);
    await app.settle();
    expect(await paymentsOf(twice)).toEqual([
      { status: 'stray', refundedCents: 0, lostCents: amountCents },
      { status: 'succeeded', refundedCents: amountCents, lostCents: 0 },
    ]);
    expect(await request()).toEqual(first);
  });

  test('in another currency refunds the second charge once it is won', async () => {
    const twice = await chargedTwice();
    const { chargeRef } = twice;
    app.faults.plan('refund', 'refused');
    await settleRef(twice.reference);
    await app.settle();
    const euros = { chargeRef, disputeRef: 'dp_euros', amountCents: 600, feeCents: 0, otherCurrency: 'eur' };
    const state = { ...euros, reason: 'fraudulent', dueAt: null, openedAt: new Date() };
    await settleDispute(app.context, app.context.cards, { ...state, status: 'needs_response' });
    expect(await paymentsOf(twice)).toEqual([{ status: 'stray', refundedCents: 0, lostCents: 0 }, untouched]);
    await settleDispute(app.context, app.context.cards, { ...state, status: 'won' });
    await app.settle();
    expect(await paymentsOf(twice)).toEqual([{ status: 'stray', refundedCents: amountCents, lostCents: 0 }, untouched]);
  });
});
