import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DisputeState } from '#server/money/card-processor.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { type Account, owedOn } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { reconcileDisputes } from './reconcile-disputes.ts';
import { settleDispute } from './settle-dispute.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(async () => {
  app.faults.clear();
  await app.check();
});

const amountCents = 1000;
const bank = () => app.context.cards.bank;
const owed = (account: Account) => owedOn(app.context.db.sql, account);

async function paid(): Promise<Scene & { chargeRef: string }> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  await app.settle();
  const [row] = await app.context.db.sql<{ processorRef: string }[]>`
    select processor_ref from payments where subject = ${scene.subject}`;
  return { ...scene, chargeRef: row?.processorRef ?? '' };
}

async function release({ heldAccount }: Scene): Promise<string> {
  const payeeId = await app.newUser();
  await ensurePayoutAccount(app.context, app.context.db.sql, { userId: payeeId, processor: 'sandbox' });
  const of = { heldAccount, payeeId, processor: 'sandbox', feePercent: 5, cause: `release:${heldAccount}` };
  await app.context.db.tx((tx) => splitHeldMoney(app.context, tx, of));
  return payeeId;
}

async function disputeTwice({ chargeRef }: { chargeRef: string }, first = 400, second = 300) {
  const one = await bank().dispute(chargeRef, first);
  const two = await bank().dispute(chargeRef, second);
  await app.settle();
  return [one.disputeRef, two.disputeRef] as const;
}

async function decide(disputeRef: string, outcome: 'won' | 'lost'): Promise<void> {
  await bank().decide(disputeRef, outcome);
  await app.settle();
}

const facts = ({ subject }: Scene) =>
  (['dispute.opened', 'dispute.won', 'dispute.lost'] as const).map((fact) => app.published(fact, subject).length);
const claimOf = async ({ subject }: Scene) => {
  const [row] = await app.context.db.sql<{ claimedBy: string | null }[]>`
    select claimed_by from payments where subject = ${subject}`;
  return row?.claimedBy ?? null;
};

describe('two open disputes of one charge', () => {
  test('freeze the share until both are won', async () => {
    const scene = await paid();
    const before = await owed('clearing');
    const [one, two] = await disputeTwice(scene);
    // Two amounts and two fees. The clearing account holds what the processor has for us.
    expect((await owed('clearing')) - before).toBe(400 + 300 + 2 * 1500);
    expect(facts(scene)).toEqual([1, 0, 0]);
    await decide(one, 'won');
    expect(facts(scene)).toEqual([1, 0, 0]);
    expect(await claimOf(scene)).toContain('dispute:');
    await decide(two, 'won');
    expect(facts(scene)).toEqual([1, 1, 0]);
    expect(await claimOf(scene)).toBeNull();
    expect(await owed(scene.heldAccount)).toBe(amountCents);
  });

  test.each([
    ['lost', 'won', 600],
    ['won', 'lost', 700],
    ['lost', 'lost', 300],
  ] as const)('that are %s and %s leave the rest to the pool, and the pledge follows once', async (a, b, left) => {
    const scene = await paid();
    const [one, two] = await disputeTwice(scene);
    await decide(one, a);
    expect(facts(scene)).toEqual([1, 0, 0]);
    await decide(two, b);
    expect(facts(scene)).toEqual([1, 0, 1]);
    expect(app.published('dispute.lost', scene.subject)).toMatchObject([{ isPartial: true }]);
    expect(await owed(scene.heldAccount)).toBe(left);
    expect(await claimOf(scene)).toBeNull();
  });

  test.each([
    ['lost', 'won'],
    ['won', 'lost'],
    ['lost', 'lost'],
  ] as const)('about the whole amount, %s and %s, take it from the pool once', async (a, b) => {
    const scene = await paid();
    const [one, two] = await disputeTwice(scene, amountCents, amountCents);
    await decide(two, a);
    await decide(one, b);
    expect(await owed(scene.heldAccount)).toBe(0);
    expect(app.published('dispute.lost', scene.subject)).toMatchObject([{ isPartial: false }]);
  });

  test('after the release become one debt, never more than the creator got', async () => {
    const scene = await paid();
    const payeeId = await release(scene);
    const [one, two] = await disputeTwice(scene, amountCents, amountCents);
    await decide(one, 'lost');
    const debt = await owed(`creator_debt:${payeeId}`);
    await decide(two, 'lost');
    expect(await owed(`creator_debt:${payeeId}`)).toBe(debt);
    expect(facts(scene)).toEqual([2, 0, 1]);
  });

  test('are booked once when two nodes settle both at the same moment', async () => {
    const scene = await paid();
    app.faults.webhooks = 'drop';
    const [one, two] = await disputeTwice(scene);
    await bank().decide(one, 'lost');
    await bank().decide(two, 'won');
    const refs = [one, two, one, two, two, one].map((ref) => `dispute:${ref}`);
    await Promise.all(refs.map((ref) => settleByReference(app.context, 'sandbox', ref)));
    expect(await owed(scene.heldAccount)).toBe(600);
    expect(await claimOf(scene)).toBeNull();
  });
});

describe('what the ledger does not contain', () => {
  const sandbox = () => app.context.cards;
  const settle = (state: DisputeState) => settleDispute(app.context, sandbox(), state);
  const stateOf = (chargeRef: string, disputeRef: string): DisputeState => ({
    chargeRef,
    disputeRef,
    amountCents: 900,
    feeCents: 0,
    reason: 'fraudulent',
    status: 'needs_response',
    dueAt: null,
    openedAt: new Date(),
  });
  const stored = async (ref: string) => {
    const [row] = await app.context.db.sql<{ kind: string; status: string; currency: string; amount: number }[]>`
      select kind, status, currency, amount from unbooked_disputes where processor_ref = ${ref}`;
    return row;
  };
  const booked = (ref: string) => app.context.db.sql`select 1 from disputes where processor_ref = ${ref}`;

  test('an inquiry freezes neither money nor access, and its states only move forward', async () => {
    const scene = await paid();
    const inquiry = { ...stateOf(scene.chargeRef, 'dp_asks'), inquiry: true };
    await settle({ ...inquiry, status: 'under_review' });
    await settle(inquiry);
    expect(await stored('dp_asks')).toMatchObject({ kind: 'inquiry', status: 'under_review', currency: 'usd' });
    await settle({ ...inquiry, status: 'won' });
    await settle(inquiry);
    expect(await stored('dp_asks')).toMatchObject({ status: 'won' });
    expect(facts(scene)).toEqual([0, 0, 0]);
    expect(await claimOf(scene)).toBeNull();
    await release(scene);
    expect(await owed(scene.heldAccount)).toBe(0);
  });

  test('an inquiry that becomes a chargeback goes on as a dispute, and an older state changes nothing', async () => {
    const scene = await paid();
    app.faults.webhooks = 'drop';
    const { disputeRef } = await bank().dispute(scene.chargeRef, 900);
    const inquiry = { ...stateOf(scene.chargeRef, disputeRef), inquiry: true };
    await Promise.all([settle(inquiry), settle(inquiry)]);
    await settleByReference(app.context, 'sandbox', `dispute:${disputeRef}`);
    await settle(inquiry);
    expect(await stored(disputeRef)).toMatchObject({ status: 'escalated' });
    expect(await booked(disputeRef)).toHaveLength(1);
    expect(facts(scene)).toEqual([1, 0, 0]);
    await decide(disputeRef, 'won');
    await settleByReference(app.context, 'sandbox', `dispute:${disputeRef}`);
  });

  test('the reconciler asks about a listed inquiry once', async () => {
    const scene = await paid();
    const inquiry = { ...stateOf(scene.chargeRef, 'dp_listed'), inquiry: true };
    const { disputes } = sandbox();
    const listing = { ...sandbox(), disputes: disputes && { ...disputes, listDisputes: async () => [inquiry] } };
    const calls: string[] = [];
    const attempt = async (_what: string, id: string, work: () => Promise<unknown>) => {
      calls.push(id);
      await work();
    };
    const search = { olderThanMs: 0, far: false, restoredFrom: undefined };
    await reconcileDisputes(app.context, listing, attempt, search);
    await reconcileDisputes(app.context, listing, attempt, search);
    expect(calls.filter((id) => id === 'dp_listed')).toHaveLength(1);
    expect(await stored('dp_listed')).toMatchObject({ kind: 'inquiry', status: 'needs_response' });
  });

  test('a dispute in another currency is never booked; it freezes the payment until it is won', async () => {
    const scene = await paid();
    const clearing = await owed('clearing');
    const euros = { ...stateOf(scene.chargeRef, 'dp_euros'), otherCurrency: 'eur' };
    await settle(euros);
    await settle(euros);
    expect(await stored('dp_euros')).toEqual({
      kind: 'other_currency',
      status: 'needs_response',
      currency: 'eur',
      amount: 900,
    });
    expect(await booked('dp_euros')).toHaveLength(0);
    expect(await owed('clearing')).toBe(clearing);
    await release(scene);
    expect(await owed(scene.heldAccount)).toBe(amountCents);
    expect(facts(scene)).toEqual([1, 0, 0]);
    await settle({ ...euros, status: 'won' });
    await settle(euros);
    expect(facts(scene)).toEqual([1, 1, 0]);
    expect(await claimOf(scene)).toBeNull();
  });

  test('a lost dispute in another currency keeps its payment frozen, after another dispute as well', async () => {
    const scene = await paid();
    const euros = { ...stateOf(scene.chargeRef, 'dp_lost'), otherCurrency: 'eur' };
    await settle(euros);
    const { disputeRef } = await bank().dispute(scene.chargeRef, 100);
    await app.settle();
    await settle({ ...euros, status: 'lost' });
    expect(facts(scene)).toEqual([1, 0, 0]);
    await decide(disputeRef, 'won');
    expect(await claimOf(scene)).toContain('dispute:');
    expect(await owed(scene.heldAccount)).toBe(amountCents);
  });

  test.each([
    ['won', [1, 1, 0], null],
    ['lost', [1, 0, 1], 'dispute:'],
  ] as const)(
    'a dispute in another currency that is %s at its first news takes the place of a refused refund',
    async (status, expectedText, claim) => {
      const scene = await paid();
      app.faults.plan('refund', 'refused');
      await app.context.db.tx((tx) =>
        requestRefund(app.context, tx, { subject: scene.subject, reason: 'The pool ended' }),
      );
      await app.settle();
      expect(await claimOf(scene)).toContain('refund:');
      await settle({ ...stateOf(scene.chargeRef, `dp_late_${status}`), otherCurrency: 'eur', status });
      expect(facts(scene)).toEqual(expectedText);
      expect((await claimOf(scene))?.slice(0, 8) ?? null).toBe(claim);
      expect(await owed(scene.heldAccount)).toBe(amountCents);
    },
  );

  test('an inquiry that becomes a dispute in another currency freezes the payment', async () => {
    const scene = await paid();
    const inquiry = { ...stateOf(scene.chargeRef, 'dp_both'), otherCurrency: 'eur' };
    await settle({ ...inquiry, inquiry: true });
    expect(facts(scene)).toEqual([0, 0, 0]);
    await settle(inquiry);
    await settle({ ...inquiry, inquiry: true, status: 'won' });
    expect(await stored('dp_both')).toMatchObject({ kind: 'other_currency', status: 'needs_response' });
    expect(facts(scene)).toEqual([1, 0, 0]);
    await settle({ ...inquiry, status: 'won' });
  });
});
