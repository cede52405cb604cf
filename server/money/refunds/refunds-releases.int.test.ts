import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { splitFees } from '#contract/values/fees.ts';
import { listSavedCards } from '#server/money/cards/list-saved-cards.ts';
import { removeSavedCard } from '#server/money/cards/remove-saved-card.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import { type Account, owedOn, postJournal } from '#server/money/ledger.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { reconcile } from '#server/money/reconcile.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import { listOpenRefunds } from './refunds.sql.ts';
import { requestRefund } from './request-refund.ts';

let app: MoneyApp;
beforeAll(async () => {
  app = await startMoneyApp();
});
afterAll(() => app.close());
afterEach(() => app.check());

const amountCents = 1000;
const costCents = 59;

const tx = <T>(work: (tx: Tx) => Promise<T>) => app.context.db.tx(work);
const owed = (account: Account) => owedOn(app.context.db.sql, account);
const refund = ({ subject }: Scene) => tx((t) => requestRefund(app.context, t, { subject, reason: 'test' }));

async function paid(heldAccount?: `held:${string}`): Promise<Scene> {
  const scene = await app.newScene(heldAccount);
  const cardId = await app.saveCard(scene, cards.pays);
  const outcome = await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  expect(outcome.status).toBe('succeeded');
  return scene;
}

const processor = 'sandbox';

async function newPayee(): Promise<string> {
  const payeeId = await app.newUser();
  const account = { userId: payeeId, processor };
  expect(await ensurePayoutAccount(app.context, app.context.db.sql, account)).toBe(true);
  return payeeId;
}

const release = (heldAccount: `held:${string}`, payeeId: string, cause = `release:${heldAccount}:1`) =>
  tx((t) => splitHeldMoney(app.context, t, { heldAccount, payeeId, processor, feePercent: 5, cause }));

describe('refunds', () => {
  test('makes one full refund for repeated and concurrent requests', async () => {
    const scene = await paid();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(scene)));
    expect(new Set(answers.map((answer) => answer?.refundId)).size).toBe(1);
    await app.settle();
    expect(await refund(scene)).toMatchObject({ amountCents });
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
    expect(app.published('refund.succeeded', scene.subject)).toHaveLength(1);
  });

  test('returns null when nothing was paid', async () => {
    expect(await refund(await app.newScene())).toBeNull();
  });

  test.each(['hang_after', 'error_after', 'unreachable'] as const)('refunds once after %s', async (fault) => {
    const scene = await paid();
    app.faults.plan('refund', fault);
    await refund(scene);
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
    expect(await owed(scene.heldAccount)).toBe(0);
    const rows = await app.context.db.sql`
      select 1 from sandbox.refunds s join refunds r on r.idempotency_key = s.reference
      join payments p on p.id = r.payment_id where p.subject = ${scene.subject}`;
    expect(rows).toHaveLength(1);
  });

  test('are listed page by page, without one twice', async () => {
    app.faults.plan('lookUpRefund', 'unreachable', 100);
    const ids = await Promise.all([1, 2, 3].map(async () => (await refund(await paid()))?.refundId ?? ''));
    const { sql } = app.context.db;
    await sql`update refunds set created_at = (select min(created_at) from refunds where id = any(${ids})) where id = any(${ids})`;
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const [row] = await listOpenRefunds(sql, 'sandbox', { olderThanMs: 0, after, limit: 1 });
      if (!row) break;
      after = row.id;
      seen.push(after);
    }
    expect(seen).toEqual(ids.toSorted());
    app.faults.clear();
    await reconcile(app.context, { olderThanMs: 0 });
  });

  test('keeps the money held when the processor refuses, and tries again on request', async () => {
    const scene = await paid();
    app.faults.refunds = 'fail';
    await refund(scene);
    await app.settle();
    expect(app.published('refund.failed', scene.subject)).toHaveLength(1);
    expect(await owed(scene.heldAccount)).toBe(amountCents);
    app.faults.refunds = 'pay';
    await refund(scene);
    await app.settle();
    expect(await owed(scene.heldAccount)).toBe(0);
  });

  test('never charges a refunded subject again', async () => {
    const scene = await paid();
    await refund(scene);
    await app.settle();
    const cardId = await app.saveCard(scene, cards.pays);
    const page = { ...scene, amountCents, description: '', successPath: '/s', cancelPath: '/c' };
    await expect(startHostedPayment(app.context, page)).rejects.toMatchObject({ code: 'nothing_due' });
    await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
    expect(await owed(scene.heldAccount)).toBe(0);
  });
});

describe('releases and payouts', () => {
  test('deducts the fee and the actual costs and pays the rest to the creator', async () => {
    const first = await paid();
    await paid(first.heldAccount);
    const payeeId = await newPayee();
    const split = await release(first.heldAccount, payeeId);
    expect(split).toEqual(splitFees(2 * amountCents, 5, 2 * costCents));
    expect(split.platformFeeCents + split.processorCostCents + split.netCents).toBe(split.paidCents);
    expect(await release(first.heldAccount, payeeId)).toEqual(split);
    expect(await owed(first.heldAccount)).toBe(0);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(split.netCents);
    const subject = `pool:${randomUUID()}`;
    const pay = () =>
      tx((t) => requestPayout(app.context, t, { userId: payeeId, subject, amountCents: split.netCents, processor }));
    const payouts = await Promise.all(Array.from({ length: 20 }, pay));
    expect(new Set(payouts.map((payout) => payout?.payoutId)).size).toBe(1);
    await app.settle();
    await app.settle();
    expect(app.published('payout.paid', subject)).toMatchObject([{ userId: payeeId, amountCents: split.netCents }]);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(0);
    expect(await owed('payout_in_transit')).toBe(0);
  });

  test('does not release a payment with a refund; the platform bears its cost', async () => {
    const kept = await paid();
    const back = await paid(kept.heldAccount);
    await refund(back);
    const payeeId = await newPayee();
    expect(await release(kept.heldAccount, payeeId)).toMatchObject({
      paidCents: amountCents,
      processorCostCents: costCents,
    });
    await app.settle();
    expect(await owed(kept.heldAccount)).toBe(0);
    await expect(refund(kept)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('releases later payments under the next cause', async () => {
    const first = await paid();
    const payeeId = await newPayee();
    await release(first.heldAccount, payeeId);
    await paid(first.heldAccount);
    const second = await release(first.heldAccount, payeeId, `release:${first.heldAccount}:2`);
    expect(second.paidCents).toBe(amountCents);
    expect(await owed(first.heldAccount)).toBe(0);
  });

  test('posts nothing when nothing is held', async () => {
    expect(await release(`held:${randomUUID()}`, await newPayee())).toMatchObject({ paidCents: 0, netCents: 0 });
  });

  test('either refunds or releases a payment, never both, in thirty races', async () => {
    const payeeId = await newPayee();
    const scene = await app.newScene();
    const cardId = await app.saveCard(scene, cards.pays);
    for (let round = 0; round < 30; round += 1) {
      const one = { ...scene, subject: `pledge:${randomUUID()}`, heldAccount: `held:${randomUUID()}` as const };
      await chargeSavedCard(app.context, { ...one, cardId, amountCents, description: '' });
      const both = [() => refund(one), () => release(one.heldAccount, payeeId)];
      await Promise.allSettled((round % 2 === 0 ? both : both.toReversed()).map((act) => act()));
    }
    await app.settle();
    await app.check();
    const rows = await app.context.db.sql<{ sentBack: boolean; released: boolean }[]>`
      select refunded_cents > 0 as sent_back, claimed_by like 'release:%' as released
      from payments where user_id = ${scene.userId}`;
    expect(rows).toHaveLength(30);
    for (const { sentBack, released } of rows) expect(sentBack).toBe(!released);
  });

  test('credits a failed payout to the creator again and retries it on request', async () => {
    const { heldAccount } = await paid();
    const payeeId = await newPayee();
    const { netCents } = await release(heldAccount, payeeId);
    const subject = `pool:${randomUUID()}`;
    const pay = () =>
      tx((t) => requestPayout(app.context, t, { userId: payeeId, subject, amountCents: netCents, processor }));
    app.faults.payouts = 'fail';
    await pay();
    await app.settle();
    await app.settle();
    expect(app.published('payout.failed', subject)).toHaveLength(1);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(netCents);
    app.faults.payouts = 'pay';
    await pay();
    await app.settle();
    await app.settle();
    expect(app.published('payout.paid', subject)).toHaveLength(1);
    expect(await owed(`creator_payable:${payeeId}`)).toBe(0);
  });

  test.each(['hang_after', 'unreachable'] as const)(
    'sends a payout once when its answer is lost (%s)',
    async (fault) => {
      const { heldAccount } = await paid();
      const payeeId = await newPayee();
      const { netCents } = await release(heldAccount, payeeId);
      const subject = `pool:${randomUUID()}`;
      app.faults.plan('payOut', fault);
      await tx((t) => requestPayout(app.context, t, { userId: payeeId, subject, amountCents: netCents, processor }));
      await app.settle();
      await reconcile(app.context, { olderThanMs: 0 });
      await app.settle();
      await reconcile(app.context, { olderThanMs: 0 });
      expect(app.published('payout.paid', subject)).toHaveLength(1);
    },
  );

  test('refuses a payout that exceeds the amount owed', async () => {
    const payeeId = await newPayee();
    const pay = tx((t) =>
      requestPayout(app.context, t, { userId: payeeId, subject: `pool:${randomUUID()}`, amountCents: 1, processor }),
    );
    await expect(pay).rejects.toThrow(/ledger_balances_not_overdrawn/);
  });
});

describe('the ledger', () => {
  test('refuses update, delete and truncate', async () => {
    await paid();
    const { sql } = app.context.db;
    for (const statement of [
      'update ledger_entries set amount_cents = 1',
      'delete from ledger_entries',
      'truncate ledger_entries',
      "update ledger_journals set kind = 'refund'",
      'delete from ledger_journals',
      'truncate ledger_journals cascade',
    ]) {
      await expect(sql.unsafe(statement)).rejects.toThrow(/append only/);
    }
  });

  test('refuses an unbalanced journal in code and in PostgreSQL', async () => {
    const account = `held:${randomUUID()}` as const;
    const lopsided = tx(async (t) => {
      const [journal] = await t<{ id: number }[]>`
        insert into ledger_journals (kind, cause) values ('correction', ${account}) returning id`;
      await t`insert into ledger_entries (journal_id, account, amount_cents) values (${journal?.id ?? 0}, 'clearing', 5)`;
    });
    await expect(lopsided).rejects.toThrow(/does not balance/);
    const entries = [
      { account: 'clearing' as const, amountCents: 5 },
      { account, amountCents: -4 },
    ];
    await expect(tx((t) => postJournal(t, { kind: 'correction', cause: 'x', entries }))).rejects.toThrow(/balance/);
  });

  test('posts one journal for thirty concurrent calls with one cause', async () => {
    const account = `held:${randomUUID()}` as const;
    const entries = [
      { account: 'bank' as const, amountCents: 5 },
      { account, amountCents: -5 },
    ];
    const back = entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents }));
    const post = () => tx((t) => postJournal(t, { kind: 'correction', cause: account, entries }));
    const posted = await Promise.all(Array.from({ length: 30 }, post));
    expect(posted.filter(Boolean)).toHaveLength(1);
    const undo = (n: number) =>
      tx((t) => postJournal(t, { kind: 'correction', cause: `${account}:${n}`, entries: back }));
    const undone = await Promise.allSettled([undo(1), undo(2), undo(3)]);
    expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await owed(account)).toBe(0);
  });
});

test('removes a saved card here and at the processor, unless card.assert_unused throws', async () => {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const actor = { userId: scene.userId };
  app.context.hooks.handle('card.assert_unused', async (_tx, { userId }) => {
    if (userId === scene.userId && refused === 0) {
      refused += 1;
      throw new Error('still needed');
    }
  });
  let refused = 0;
  await expect(removeSavedCard(app.context, actor, cardId)).rejects.toThrow('still needed');
  expect(await listSavedCards(app.context, actor)).toMatchObject([{ id: cardId, last4: '4242', expYear: 2049 }]);
  await expect(removeSavedCard(app.context, { userId: randomUUID() }, cardId)).rejects.toMatchObject({
    code: 'not_found',
  });
  await removeSavedCard(app.context, actor, cardId);
  expect(await listSavedCards(app.context, actor)).toEqual([]);
  await app.settle();
  const rows = await app.context.db.sql`
    select 1 from sandbox.cards k join cards c on c.card_ref = k.id where c.id = ${cardId} and k.detached_at is not null`;
  expect(rows).toHaveLength(1);
});
