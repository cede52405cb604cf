import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { type Account, owedOn, postJournal } from '#server/money/ledger.ts';
import { describeProblem } from '#server/money/problems/describe-problem.ts';
import { listProblems } from '#server/money/problems/list-problems.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { cards, type MoneyApp, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { type OnboardingControl, type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { readEarnings } from './read-earnings.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { requestPayout } from './request-payout.ts';
import { retryPayout } from './retry-payout.ts';
import { reversePayout } from './reverse-payout.ts';
import { splitHeldMoney } from './split-held-money.ts';
import { startOnboarding } from './start-onboarding.ts';

let app: MoneyApp;
let control: OnboardingControl;
beforeAll(async () => {
  app = await startMoneyApp({}, withOnboarding);
  ({ control } = app.context.cards as OnboardingSandbox);
});
afterEach(async () => {
  app.faults.clear();
  control.refusedCountry = null;
  control.hidesCosts = false;
  await app.check();
});
afterAll(() => app.close());

const processor = 'sandbox';
const tx = <T>(work: (tx: Tx) => Promise<T>) => app.context.db.tx(work);
const owed = (account: Account) => owedOn(app.context.db.sql, account);
const setUp = (userId: string, country: string | undefined = 'US') =>
  startOnboarding(app.context, { userId, processor, email: 'maya@example.test', displayName: 'Maya', country });

async function refOf(userId: string): Promise<string> {
  const [row] = await app.context.db.sql<{ accountRef: string }[]>`
    select account_ref from payout_accounts where user_id = ${userId}`;
  return row?.accountRef ?? '';
}

async function readyCreator(): Promise<string> {
  const userId = await app.newUser();
  await setUp(userId);
  control.set(await refOf(userId), 'ready');
  await refreshPayoutAccount(app.context, { userId, processor });
  return userId;
}

/** Charges fans these amounts, releases the money, and requests the payout. */
async function released(userId: string, ...amounts: number[]) {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  for (const amountCents of amounts) {
    const one = { ...scene, subject: `pledge:${randomUUID()}`, cardId, amountCents, description: '' };
    expect(await chargeSavedCard(app.context, one)).toMatchObject({ status: 'succeeded' });
  }
  const subject = `pool:${randomUUID()}`;
  const releaseCause = `release:${subject}`;
  const netCents = await tx(async (t) => {
    const split = await splitHeldMoney(app.context, t, {
      heldAccount: scene.heldAccount,
      payeeId: userId,
      processor,
      feePercent: 5,
      cause: releaseCause,
    });
    await requestPayout(app.context, t, { userId, subject, amountCents: split.netCents, processor, releaseCause });
    return split.netCents;
  });
  return { subject, netCents };
}

/** Runs all jobs, and the reconciler in place of lost webhooks. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
  }
  await app.settle();
}

interface PartRow {
  id: string;
  paymentId: string;
  amountCents: number;
  reversedCents: number;
  status: string;
}
const partsOf = (subject: string) => app.context.db.sql<PartRow[]>`
  select p.* from payout_parts p join payouts o on o.id = p.payout_id
  where o.subject = ${subject} order by p.amount_cents, p.id`;
async function payoutOf(subject: string) {
  const [row] = await app.context.db.sql<{ id: string; status: string; amountCents: number; deductedCents: number }[]>`
    select id, status, amount_cents, deducted_cents from payouts where subject = ${subject}`;
  if (!row) throw new Error(`no payout for ${subject}`);
  return row;
}

/** Books money that went back to a fan after its release, as a lost dispute does, and takes the creator's share back. */
const goesBack = (userId: string, paymentId: string, amountCents: number, cause = `dispute:${randomUUID()}`) =>
  tx(async (t) => {
    await postJournal(t, {
      kind: 'correction',
      cause,
      entries: [
        { account: `creator_debt:${userId}`, amountCents },
        { account: 'platform_fees', amountCents: -amountCents },
      ],
    });
    await reversePayout(app.context, t, { paymentId, amountCents, cause });
  });

describe('onboarding', () => {
  test('creates one account for concurrent calls on two nodes', async () => {
    const userId = await app.newUser();
    const node = startMoneyNode(app);
    const person = { userId, processor, email: 'maya@example.test', displayName: 'Maya' };
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        startOnboarding(n % 2 ? app.context : node.context, { ...person, country: n % 3 ? 'US' : 'DE' }),
      ),
    );
    await node.close();
    const mine = [...control.accounts.keys()].filter((ref) => ref.startsWith(`acct_${userId.slice(0, 8)}`));
    expect(mine).toEqual([await refOf(userId)]);
  });

  test('creates one account when the answer is lost, also if the person has changed their name since', async () => {
    const userId = await app.newUser();
    const before = control.accounts.size;
    control.loseNextAnswer = true;
    await expect(setUp(userId)).rejects.toMatchObject({ code: 'card_processor_unavailable' });
    await reconcile(app.context, { olderThanMs: 0 });
    expect(control.accounts.size).toBe(before + 1);
    await startOnboarding(app.context, {
      userId,
      processor,
      email: 'new@example.test',
      displayName: 'New',
      country: 'DE',
    });
    expect(control.accounts.size).toBe(before + 1);
    expect(control.accounts.get(await refOf(userId))?.country).toBe('US');
  });

  test('asks for the country first, and for another one if the processor refuses it', async () => {
    const userId = await app.newUser();
    const person = { userId, processor, email: 'maya@example.test', displayName: 'Maya', country: undefined };
    await expect(startOnboarding(app.context, person)).rejects.toMatchObject({ code: 'validation_failed' });
    control.refusedCountry = 'AQ';
    await expect(setUp(userId, 'AQ')).rejects.toMatchObject({ code: 'conflict' });
    expect((await setUp(userId, 'FR')).url).toContain('/dashboard?payout-setup=done&processor=sandbox');
  });

  test('ignores an older answer that arrives after a newer one', async () => {
    const userId = await readyCreator();
    const ref = await refOf(userId);
    control.set(ref, 'restricted', [{ code: 'external_account', dueAt: new Date('2027-01-01') }]);
    await settleByReference(app.context, processor, `account:${ref}`);
    const stale = new Date(Date.now() - 60_000);
    const { storeAccountState } = await import('./payout-accounts.sql.ts');
    const stored = await tx((t) =>
      storeAccountState(t, userId, 'sandbox', {
        accountRef: ref,
        isClosed: false,
        bankBlocked: null,
        bankPrint: null,
        holdMs: 0,
        status: 'ready',
        requirements: [],
        askedAt: stale,
      }),
    );
    expect(stored).toBeUndefined();
  });
});

describe('payouts by charge', () => {
  test('waits for the account, then sends one transfer per charge', async () => {
    const userId = await app.newUser();
    const { subject, netCents } = await released(userId, 1000, 2500, 333);
    await settle();
    expect((await payoutOf(subject)).status).toBe('waiting');
    expect(app.published('payout.waiting', subject)).toHaveLength(1);
    expect(await owed(`creator_payable:${userId}`)).toBe(netCents);
    await setUp(userId);
    control.set(await refOf(userId), 'ready');
    await settleByReference(app.context, processor, `account:${await refOf(userId)}`);
    await settle();
    expect(await payoutOf(subject)).toMatchObject({ status: 'paid', amountCents: netCents });
    const parts = await partsOf(subject);
    expect(parts.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
    expect(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(netCents);
    expect(app.published('payout.paid', subject)).toHaveLength(1);
  });

  test('starts a waiting payout without webhooks', async () => {
    const userId = await app.newUser();
    const { subject } = await released(userId, 1000);
    await setUp(userId);
    control.set(await refOf(userId), 'ready');
    app.faults.webhooks = 'drop';
    await settle();
    expect((await payoutOf(subject)).status).toBe('paid');
  });

  test('keeps the other parts when one fails, and sends only that one again', async () => {
    const userId = await readyCreator();
    app.faults.plan('payOut', 'refused');
    const { subject } = await released(userId, 1000, 2500, 333);
    await settle();
    const payout = await payoutOf(subject);
    expect(payout.status).toBe('failed');
    const failed = (await partsOf(subject)).filter(({ status }) => status === 'failed');
    expect(failed).toHaveLength(1);
    expect(await owed(`creator_payable:${userId}`)).toBe(failed[0]?.amountCents);
    const stranger = await app.newUser();
    await expect(retryPayout(app.context, { payoutId: payout.id, userId: stranger })).rejects.toMatchObject({
      code: 'not_found',
    });
    await Promise.allSettled(
      Array.from({ length: 5 }, () => retryPayout(app.context, { payoutId: payout.id, userId })),
    );
    await settle();
    expect((await payoutOf(subject)).status).toBe('paid');
    const sent = await app.context.db.sql`
      select 1 from sandbox.payouts s join payout_parts p on s.reference like 'payout:' || p.payout_id || ':%'
      join payouts o on o.id = p.payout_id where o.subject = ${subject} and s.reference = p.idempotency_key`;
    expect(sent).toHaveLength(3);
    expect(await owed(`creator_payable:${userId}`)).toBe(0);
  });

  test.each(['hang_after', 'error_after', 'unreachable', 'crash_before', 'crash_after'] as const)(
    'sends each part once after %s',
    async (fault) => {
      const userId = await readyCreator();
      app.faults.plan('payOut', fault, 2);
      const { subject, netCents } = await released(userId, 1000, 2500);
      await settle();
      expect(await payoutOf(subject)).toMatchObject({ status: 'paid', amountCents: netCents });
    },
  );

  test('holds payouts back while the processor restricts the account, and sends them afterward', async () => {
    const userId = await readyCreator();
    control.set(await refOf(userId), 'restricted', [{ code: 'external_account', dueAt: null }]);
    const { subject, netCents } = await released(userId, 1000, 500);
    await settle();
    expect((await payoutOf(subject)).status).toBe('failed');
    expect(await owed(`creator_payable:${userId}`)).toBe(netCents);
    control.set(await refOf(userId), 'ready');
    await settle();
    expect((await payoutOf(subject)).status).toBe('paid');
  });
});

test('books a cost once that the processor reports after the charge, and deducts it at the release', async () => {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  control.hidesCosts = true;
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });
  await app.settle();
  const [payment] = await app.context.db.sql<{ reference: string; costCents: number }[]>`
    select idempotency_key as reference, cost_cents from payments where subject = ${scene.subject}`;
  expect(payment?.costCents).toBe(0);
  control.hidesCosts = false;
  await Promise.all(
    Array.from({ length: 5 }, () => settleByReference(app.context, processor, payment?.reference ?? '')),
  );
  const { heldAccount } = scene;
  const payeeId = await app.newUser();
  const cause = `release:${scene.subject}`;
  const split = await tx((t) =>
    splitHeldMoney(app.context, t, { heldAccount, payeeId, processor, feePercent: 5, cause }),
  );
  expect(split.processorCostCents).toBe(59);
});

describe('reversals and debts', () => {
  test('takes a transfer back once for repeated and concurrent requests', async () => {
    const userId = await readyCreator();
    const { subject, netCents } = await released(userId, 1000, 2500);
    await settle();
    const [part] = await partsOf(subject);
    if (!part) throw new Error('no part');
    app.faults.plan('reverseTransfer', 'hang_after');
    const cause = `dispute:${randomUUID()}`;
    await Promise.all(Array.from({ length: 5 }, () => goesBack(userId, part.paymentId, part.amountCents, cause)));
    await settle();
    expect(await owed(`creator_debt:${userId}`)).toBe(0);
    expect((await partsOf(subject))[0]?.reversedCents).toBe(part.amountCents);
    expect(await readEarnings(app.context.db.sql, userId)).toMatchObject({
      debtCents: 0,
      paidOutCents: netCents - part.amountCents,
    });
  });

  test('deducts from the next payouts what a reversal could not take back', async () => {
    const userId = await readyCreator();
    const first = await released(userId, 3000);
    await settle();
    const [part] = await partsOf(first.subject);
    if (!part) throw new Error('no part');
    app.faults.reversals = 'fail';
    await goesBack(userId, part.paymentId, part.amountCents);
    await settle();
    expect((await readEarnings(app.context.db.sql, userId)).debtCents).toBe(part.amountCents);
    const small = await released(userId, 1000);
    await settle();
    expect(await payoutOf(small.subject)).toMatchObject({
      status: 'paid',
      amountCents: 0,
      deductedCents: small.netCents,
    });
    expect(app.published('payout.paid', small.subject)).toEqual([]);
    const large = await released(userId, 4000, 900);
    await settle();
    const leftCents = part.amountCents - small.netCents;
    expect(await payoutOf(large.subject)).toMatchObject({
      status: 'paid',
      amountCents: large.netCents - leftCents,
      deductedCents: leftCents,
    });
    expect(await readEarnings(app.context.db.sql, userId)).toMatchObject({ debtCents: 0, balanceCents: 0 });
  });

  test('tries a refused reversal again every day with what the creator still owes', async () => {
    const userId = await readyCreator();
    const first = await released(userId, 3000);
    await settle();
    const [part] = await partsOf(first.subject);
    if (!part) throw new Error('no part');
    const reversal = async () =>
      (
        await app.context.db.sql`
          select status, attempt, amount_cents from payout_reversals where part_id = ${part.id}`
      )[0];
    const dayLater = () => app.context.db.sql`
      update payout_reversals set settled_at = settled_at - interval '1 day' where part_id = ${part.id}`;
    app.faults.reversals = 'fail';
    await goesBack(userId, part.paymentId, part.amountCents);
    await settle();
    expect(await reversal()).toMatchObject({ status: 'refused', attempt: 1 });
    const alarms = async () =>
      (await listProblems(app.context)).filter(({ action }) => action === 'reversal').map(describeProblem);
    expect(await alarms()).toEqual([expect.stringContaining('the creator owes you the amount')]);
    await dayLater();
    await settle();
    // Refused again, so it waits for another day.
    expect(await reversal()).toMatchObject({ status: 'refused', attempt: 2, amountCents: part.amountCents });
    const small = await released(userId, 1000);
    await settle();
    const leftCents = part.amountCents - small.netCents;
    expect(await owed(`creator_debt:${userId}`)).toBe(-leftCents);
    app.faults.clear();
    await dayLater();
    // Two nodes reconcile at once.
    await Promise.all([reconcile(app.context, {}), reconcile(app.context, {})]);
    await settle();
    expect(await reversal()).toMatchObject({ status: 'succeeded', attempt: 3, amountCents: leftCents });
    expect((await partsOf(first.subject))[0]?.reversedCents).toBe(leftCents);
    expect(await owed(`creator_debt:${userId}`)).toBe(0);
    expect(await alarms()).toEqual([]);
    await dayLater();
    await settle();
    expect(await reversal()).toMatchObject({ attempt: 3 });
  });

  test('does not deduct what an open reversal may still take back', async () => {
    const userId = await readyCreator();
    const first = await released(userId, 3000);
    await settle();
    const [part] = await partsOf(first.subject);
    if (!part) throw new Error('no part');
    app.faults.plan('lookUpReversal', 'unreachable', 1);
    await goesBack(userId, part.paymentId, part.amountCents);
    const second = await released(userId, 5000);
    await settle();
    expect(await payoutOf(second.subject)).toMatchObject({ amountCents: second.netCents, deductedCents: 0 });
    expect(await owed(`creator_debt:${userId}`)).toBe(0);
  });
});
