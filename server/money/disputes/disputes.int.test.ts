import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { type Account, owedOn } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { readDispute, storeEvidence } from './disputes.sql.ts';
import { sendEvidence } from './send-evidence.ts';
import { settleDispute } from './settle-dispute.ts';

let app: MoneyApp;
let warned: MoneyApp;
beforeAll(async () => {
  [app, warned] = await Promise.all([startMoneyApp(), startMoneyApp({ REFUND_FRAUD_WARNINGS: 'on' })]);
});
afterAll(() => Promise.all([app.close(), warned.close()]));
afterEach(async () => {
  app.faults.clear();
  await app.check();
});

const amountCents = 1000;
const costCents = 59;
const feeCents = 1500;

const tx = <T>(work: (tx: Tx) => Promise<T>) => app.context.db.tx(work);
const owed = (account: Account) => owedOn(app.context.db.sql, account);
const bank = () => app.context.cards.bank;
const refund = ({ subject }: Scene) => tx((t) => requestRefund(app.context, t, { subject, reason: 'test' }));
const clearing = async () => -(await owed('clearing'));

async function paid(of: MoneyApp = app, number: string = cards.pays): Promise<Scene & { chargeRef: string }> {
  const scene = await of.newScene();
  const cardId = await of.saveCard(scene, number);
  const outcome = await chargeSavedCard(of.context, { ...scene, cardId, amountCents, description: '' });
  expect(outcome.status).toBe('succeeded');
  await of.settle();
  const [row] = await of.context.db.sql<{ processorRef: string }[]>`
    select processor_ref from payments where subject = ${scene.subject}`;
  return { ...scene, chargeRef: row?.processorRef ?? '' };
}

async function release(scene: Scene): Promise<string> {
  const payeeId = await app.newUser();
  await ensurePayoutAccount(app.context, app.context.db.sql, { userId: payeeId, processor: 'sandbox' });
  const { heldAccount } = scene;
  await tx((t) =>
    splitHeldMoney(app.context, t, {
      heldAccount,
      payeeId,
      processor: 'sandbox',
      feePercent: 5,
      cause: `release:${heldAccount}`,
    }),
  );
  return payeeId;
}

const disputeOf = async (ref: string) => {
  const [row] = await app.context.db.sql<{ id: string; status: string; feeCents: number }[]>`
    select id, status, fee_cents from disputes where processor_ref = ${ref}`;
  return row;
};

const facts = ({ subject }: Scene) =>
  (['dispute.opened', 'dispute.won', 'dispute.lost'] as const).map((fact) => app.published(fact, subject).length);

describe('a dispute of held money', () => {
  test('freezes the share: neither a release nor a refund takes it, and the clearing account pays amount and fee', async () => {
    const before = await clearing();
    const scene = await paid();
    await bank().dispute(scene.chargeRef);
    await app.settle();
    expect(await clearing()).toBe(before + amountCents - costCents - amountCents - feeCents);
    await expect(refund(scene)).rejects.toMatchObject({ code: 'conflict' });
    const payeeId = await release(scene);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(0);
    expect(await owed(scene.heldAccount)).toBe(amountCents);
    expect(facts(scene)).toEqual([1, 0, 0]);
  });

  test.each([
    ['won', amountCents, [1, 1, 0]],
    ['lost', 0, [1, 0, 1]],
  ] as const)('is %s once, however often and in whatever order the events arrive', async (outcome, left, counts) => {
    const scene = await paid();
    app.faults.webhooks = 'keep';
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    const early = await app.context.cards.disputes?.lookUpDispute(disputeRef);
    await bank().decide(disputeRef, outcome);
    await app.settle();
    const kept = app.faults.kept.splice(0).reverse();
    app.faults.webhooks = 'twice';
    for (const sendKept of kept) await sendKept();
    await app.settle();
    if (early) await settleDispute(app.context, app.context.cards, early);
    await Promise.all([1, 2, 3].map(() => settleByReference(app.context, 'sandbox', `dispute:${disputeRef}`)));
    expect(await disputeOf(disputeRef)).toMatchObject({ status: outcome, feeCents });
    expect(await owed(scene.heldAccount)).toBe(left);
    expect(facts(scene)).toEqual(counts);
  });

  test('books a fee that the processor returns after the decision', async () => {
    const { sql } = app.context.db;
    const before = await clearing();
    const { disputeRef } = await bank().dispute((await paid()).chargeRef);
    await bank().decide(disputeRef, 'won');
    await app.settle();
    await sql`update sandbox.disputes set fee_cents = 0 where id = ${disputeRef}`;
    await sql`insert into sandbox.journal (kind, reference, amount_cents)
      values ('dispute_fee', ${`dispute:${disputeRef}`}, ${feeCents})`;
    expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
    expect(await disputeOf(disputeRef)).toMatchObject({ status: 'won', feeCents: 0 });
    expect(await clearing()).toBe(before + amountCents - costCents);
  });

  test('agrees with the books when it is won long after the days that the reconciler compares', async () => {
    const { disputeRef } = await bank().dispute((await paid()).chargeRef);
    await app.settle();
    const reference = `dispute:${disputeRef}`;
    await tx(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update sandbox.journal set created_at = created_at - interval '30 days' where reference = ${reference}`;
      await t`update ledger_journals set created_at = created_at - interval '30 days' where cause like ${`${reference}%`}`;
    });
    await bank().decide(disputeRef, 'won');
    await app.settle();
    expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });

  test('is found by the reconciler when every webhook is lost', async () => {
    const scene = await paid();
    app.faults.webhooks = 'drop';
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await app.settle();
    expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
    expect(await disputeOf(disputeRef)).toMatchObject({ status: 'needs_response' });
    await bank().decide(disputeRef, 'won');
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await disputeOf(disputeRef)).toMatchObject({ status: 'won' });
    expect(await refund(scene)).toMatchObject({ amountCents });
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
  });

  test('is found long after it opened, once a restore makes the reconciler look back', async () => {
    const { sql } = app.context.db;
    const scene = await paid();
    app.faults.webhooks = 'drop';
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await app.settle();
    await sql`update sandbox.disputes set created_at = now() - interval '50 days' where id = ${disputeRef}`;
    await sql`update sandbox.journal set created_at = now() - interval '50 days' where reference = ${`dispute:${disputeRef}`}`;
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await disputeOf(disputeRef)).toBeUndefined();
    await sql`insert into restores (backup_id, taken_at, finished_at)
      values (gen_random_uuid(), now() - interval '60 days', now() - interval '10 days')`;
    await reconcile(app.context, { olderThanMs: 0, far: false });
    expect(await disputeOf(disputeRef)).toBeUndefined();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await disputeOf(disputeRef)).toMatchObject({ status: 'needs_response' });
  });

  test('leaves the rest of a partly lost payment to the pool', async () => {
    const scene = await paid();
    const { disputeRef } = await bank().dispute(scene.chargeRef, 400);
    await app.settle();
    await bank().decide(disputeRef, 'lost');
    await app.settle();
    expect(app.published('dispute.lost', scene.subject)).toMatchObject([{ isPartial: true }]);
    const payeeId = await release(scene);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(600 - 30 - Math.round(costCents * 0.6));
  });

  test('starts on its own with the test card that disputes', async () => {
    const scene = await paid(app, cards.disputes);
    expect(facts(scene)).toEqual([1, 0, 0]);
  });
});

describe('a dispute of money that left the pool', () => {
  test('becomes a debt of the creator, less the returned fee, when it is lost after the release', async () => {
    const scene = await paid();
    const payeeId = await release(scene);
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await bank().decide(disputeRef, 'lost');
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(-(amountCents - 50 - costCents));
    expect(facts(scene)).toEqual([1, 0, 1]);
  });

  test('changes nothing for the creator when it is won after the release', async () => {
    const scene = await paid();
    const payeeId = await release(scene);
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await bank().decide(disputeRef, 'won');
    await app.settle();
    expect(await owed(`creator_debt:${payeeId}`)).toBe(0);
    expect(facts(scene)).toEqual([1, 1, 0]);
  });

  test('is a loss of the platform when the payment was refunded before', async () => {
    const scene = await paid();
    await refund(scene);
    await app.settle();
    const costs = await owed('processor_costs');
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await bank().decide(disputeRef, 'lost');
    await app.settle();
    expect(await owed('processor_costs')).toBe(costs - amountCents - feeCents);
    expect(facts(scene)).toEqual([0, 0, 0]);
  });

  test('takes over from a refund that the processor refuses because of it, and a won one is refunded again', async () => {
    const scene = await paid();
    app.faults.webhooks = 'drop';
    const { disputeRef } = await bank().dispute(scene.chargeRef);
    await refund(scene);
    await settleByReference(app.context, 'sandbox', `dispute:${disputeRef}`);
    await app.settle();
    expect(facts(scene)).toEqual([1, 0, 0]);
    await bank().decide(disputeRef, 'won');
    await settleByReference(app.context, 'sandbox', `dispute:${disputeRef}`);
    expect(await refund(scene)).toMatchObject({ amountCents });
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
  });
});

const evidence = {
  productDescription: 'Early access',
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  serviceDate: new Date('2026-11-01T00:00:00Z'),
  receipt: 'r',
  terms: 't',
  accessLog: 'a',
};

async function disputed() {
  const scene = await paid();
  const { disputeRef } = await bank().dispute(scene.chargeRef);
  await app.settle();
  const id = (await disputeOf(disputeRef))?.id ?? '';
  const adminId = scene.userId;
  const store = (more = {}) => tx((t) => storeEvidence(t, { id, adminId, evidence: { ...evidence, ...more } }));
  return { ...scene, id, disputeRef, store };
}

describe('evidence', () => {
  test.each(['hang_after', 'error_after', 'unreachable', 'crash_before', 'crash_after'] as const)(
    'is sent once after %s',
    async (fault) => {
      const { id, disputeRef, store } = await disputed();
      expect([await store(), await store()]).toEqual([true, false]);
      app.faults.plan('submitEvidence', fault);
      await expect(sendEvidence(app.context, id)).rejects.toThrow();
      await reconcile(app.context, { olderThanMs: 0 });
      expect(await disputeOf(disputeRef)).toMatchObject({ status: 'under_review' });
      expect((await readDispute(app.context.db.sql, id))?.evidenceSentAt).toBeInstanceOf(Date);
    },
  );

  test('does not count as sent if the bank decided before it was sent', async () => {
    const { id, disputeRef, store } = await disputed();
    await store();
    app.faults.plan('submitEvidence', 'unreachable');
    await expect(sendEvidence(app.context, id)).rejects.toThrow();
    app.faults.webhooks = 'drop';
    await bank().decide(disputeRef, 'lost');
    await sendEvidence(app.context, id);
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await readDispute(app.context.db.sql, id)).toMatchObject({ status: 'lost', evidenceSentAt: null });
    // The check at the end must not ask for it anymore.
    await app.context.db.sql`update disputes set evidence_at = evidence_at - interval '1 day' where id = ${id}`;
  });

  test('can be submitted again after the processor refused it', async () => {
    const { id, disputeRef, store } = await disputed();
    await store();
    app.faults.plan('submitEvidence', 'refused');
    await sendEvidence(app.context, id);
    expect(await readDispute(app.context.db.sql, id)).toMatchObject({ evidence: null, status: 'needs_response' });
    expect(await store()).toBe(true);
    await sendEvidence(app.context, id);
    expect(await disputeOf(disputeRef)).toMatchObject({ status: 'under_review' });
  });
});

describe('evidence about a fan who deletes their account', () => {
  const receipt = 'Amount: $10.00\nPaid by: Ada, ada@example.com\nAccount created: 2026-11-01';
  const blanked = { customerName: null, customerEmail: null, receipt: 'Amount: $10.00\nAccount created: 2026-11-01' };
  const leave = (userId: string) => tx((t) => app.context.facts.publish(t, 'user.left', { userId }));

  test('loses their name and email address after it was sent', async () => {
    const { id, userId, store } = await disputed();
    await store({ receipt });
    await sendEvidence(app.context, id);
    await leave(userId);
    const stored = await readDispute(app.context.db.sql, id);
    expect(stored).toMatchObject({ evidence: { ...blanked, terms: 't' }, evidenceAttempt: 1 });
    expect(stored?.evidenceSentAt).toBeInstanceOf(Date);
  });

  test('is sent without them, under another idempotency key', async () => {
    const { id, disputeRef, userId, store } = await disputed();
    await store({ receipt });
    app.faults.plan('submitEvidence', 'unreachable');
    await expect(sendEvidence(app.context, id)).rejects.toThrow();
    await leave(userId);
    expect((await readDispute(app.context.db.sql, id))?.evidenceAttempt).toBe(2);
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await app.context.db.sql`select evidence from sandbox.disputes where id = ${disputeRef}`).toMatchObject([
      { evidence: blanked },
    ]);
  });
});

describe('an early fraud warning', () => {
  test('is stored without a refund by default', async () => {
    const scene = await paid();
    await bank().warn(scene.chargeRef);
    await app.settle();
    expect(app.published('payment.suspected', scene.subject)).toEqual([]);
    expect(await owed(scene.heldAccount)).toBe(amountCents);
  });

  test('asks for a refund once when the setting is on, with webhooks or without', async () => {
    for (const webhooks of ['twice', 'drop'] as const) {
      const scene = await paid(warned);
      warned.faults.webhooks = webhooks;
      await warned.context.cards.bank.warn(scene.chargeRef);
      await warned.settle();
      await reconcile(warned.context, { olderThanMs: 0 });
      await reconcile(warned.context, { olderThanMs: 0 });
      expect(warned.published('payment.suspected', scene.subject)).toHaveLength(1);
      warned.faults.clear();
    }
  });
});
