import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { readEarnings } from '#server/money/payouts/read-earnings.ts';
import { readPayoutState } from '#server/money/payouts/read-payout-state.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { sendPayoutPart } from '#server/money/payouts/send-payout-part.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { startOnboarding } from '#server/money/payouts/start-onboarding.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { cards, type MoneyApp, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { type OnboardingControl, type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { listProblems } from './list-problems.ts';

let app: MoneyApp;
let control: OnboardingControl;
const reported: string[] = [];
const createdAtLast: string[] = [];
beforeAll(async () => {
  app = await startMoneyApp({}, withOnboarding);
  ({ control } = app.context.cards as OnboardingSandbox);
  const { facts } = app.context;
  facts.within('processor.problem', async (_tx, { problemId }) => void reported.push(problemId));
  facts.within('payout_account.created_at_last', async (_tx, { userId }) => void createdAtLast.push(userId));
});
afterEach(async () => {
  control.refusals.clear();
  app.faults.clear();
  await app.check();
});
afterAll(() => app.close());

const processor = 'sandbox';
const noMoney = new ProcessorFault('refused', 'payOut: no money', {
  answer: { code: 'balance_insufficient', text: 'You have insufficient funds.', advice: 'Add money.' },
  solver: 'operator',
});
const noPermission = new ProcessorFault('unknown', 'the key may not', {
  answer: { code: 'permission_missing', text: 'The key lacks balance_transaction_source_read.' },
  solver: 'operator',
});
const unexplained = new ProcessorFault('refused', 'no', { answer: { code: 'new_rule', text: 'Not allowed.' } });

const setUp = (userId: string, country: string | undefined) =>
  startOnboarding(app.context, { userId, processor, email: 'maya@example.test', displayName: 'Maya', country });
const stateOf = (userId: string) => readPayoutState(app.context, { userId, processor });

async function readyCreator(): Promise<string> {
  const userId = await app.newUser();
  await setUp(userId, 'US');
  for (const [ref] of control.accounts) if (ref.startsWith(`acct_${userId.slice(0, 8)}`)) control.set(ref, 'ready');
  await refreshPayoutAccount(app.context, { userId, processor });
  return userId;
}

/** Charges fans these amounts, releases the money and requests the payout. */
async function released(userId: string, ...amounts: number[]): Promise<string> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  for (const amountCents of amounts) {
    const one = { ...scene, subject: `pledge:${randomUUID()}`, cardId, amountCents, description: '' };
    expect(await chargeSavedCard(app.context, one)).toMatchObject({ status: 'succeeded' });
  }
  const subject = `pool:${randomUUID()}`;
  const cause = `release:${subject}`;
  await app.context.db.tx(async (tx) => {
    const releaseInput = { heldAccount: scene.heldAccount, payeeId: userId, processor, feePercent: 5, cause };
    const { netCents } = await splitHeldMoney(app.context, tx, releaseInput);
    await requestPayout(app.context, tx, { userId, subject, amountCents: netCents, processor, releaseCause: cause });
  });
  return subject;
}

const statusOf = async (subject: string) =>
  (await app.context.db.sql<{ status: string }[]>`select status from payouts where subject = ${subject}`)[0]?.status;
const minute = () => reconcile(app.context, { olderThanMs: 0, far: false });
const codes = async () => (await listProblems(app.context)).map(({ action, code }) => `${action} ${code}`);

test('a transfer without money waits, is reported once, and goes out once within a run after the top-up', async () => {
  const userId = await readyCreator();
  control.refusals.set('payOut', noMoney);
  control.transferKeys = [];
  const before = reported.length;
  const subject = await released(userId, 1000, 2500, 333);
  await app.settle();
  await minute();
  await minute();
  expect(await statusOf(subject)).toBe('pending');
  expect(app.published('payout.failed', subject)).toEqual([]);
  expect(await codes()).toEqual(['transfer balance_insufficient']);
  expect(reported).toHaveLength(before + 1);
  expect((await stateOf(userId)).heldBackCents).toBe((await readEarnings(app.context.db.sql, userId)).inTransitCents);
  // Processors repeat a refusal under the same idempotency key.
  expect(new Set(control.transferKeys).size).toBe(control.transferKeys.length);
  control.refusals.clear();
  const node = startMoneyNode(app);
  await Promise.all([minute(), reconcile(node.context, { olderThanMs: 0, far: false })]);
  await app.settle();
  await node.close();
  expect(await statusOf(subject)).toBe('paid');
  expect(await codes()).toEqual([]);
  expect((await stateOf(userId)).heldBackCents).toBe(0);
  const sent = await app.context.db.sql`
    select 1 from sandbox.payouts s join payout_parts p on s.reference = p.idempotency_key join payouts o on o.id = p.payout_id
    where o.subject = ${subject}`;
  expect(sent).toHaveLength(3);
});

test('a problem that returns within an hour is not mailed again', async () => {
  const userId = await readyCreator();
  const before = reported.length;
  for (const round of [1, 2]) {
    control.refusals.set('payOut', noMoney);
    const subject = await released(userId, 1000 * round);
    await app.settle();
    expect(await codes()).toEqual(['transfer balance_insufficient']);
    control.refusals.clear();
    await minute();
    await app.settle();
    expect(await statusOf(subject)).toBe('paid');
  }
  expect(reported).toHaveLength(before);
});

test('an unexplained refusal of a transfer to a ready account is for the operator, not for the creator', async () => {
  const userId = await readyCreator();
  control.refusals.set('payOut', unexplained);
  const subject = await released(userId, 1000);
  await app.settle();
  expect(await statusOf(subject)).toBe('pending');
  expect(await codes()).toEqual(['transfer new_rule']);
  control.refusals.clear();
  await minute();
  await app.settle();
  expect(await statusOf(subject)).toBe('paid');
});

test('a transfer whose answer got lost after the problem was solved is not sent twice', async () => {
  const userId = await readyCreator();
  control.refusals.set('payOut', noMoney);
  const subject = await released(userId, 1000);
  await app.settle();
  control.refusals.clear();
  app.faults.plan('payOut', 'hang_after');
  await minute();
  control.refusals.set('payOut', noMoney);
  const [part] = await app.context.db.sql<{ id: string }[]>`
    select p.id from payout_parts p join payouts o on o.id = p.payout_id where o.subject = ${subject}`;
  await Promise.allSettled([sendPayoutPart(app.context, part?.id ?? ''), minute()]);
  await app.settle();
  expect(await statusOf(subject)).toBe('paid');
  expect(await codes()).toEqual([]);
});

test('a refused account waits for the operator, tells the creator so, and is created on its own after that', async () => {
  const userId = await app.newUser();
  control.refusals.set('createAccount', unexplained);
  await expect(setUp(userId, 'GB')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the owner of this site has to'),
  });
  expect(await stateOf(userId)).toMatchObject({ state: 'pending', setupWaitsForOperator: true, country: 'GB' });
  expect(await listProblems(app.context)).toMatchObject([{ action: 'account', about: 'GB', code: 'new_rule' }]);
  await minute();
  // The creator may choose another country while they wait.
  await expect(setUp(userId, 'FR')).rejects.toMatchObject({ code: 'conflict' });
  await minute();
  expect(await listProblems(app.context)).toMatchObject([{ about: 'FR' }]);
  control.refusals.clear();
  await minute();
  expect(await stateOf(userId)).toMatchObject({ setupWaitsForOperator: false, country: 'FR' });
  expect(await codes()).toEqual([]);
  expect(createdAtLast).toEqual([userId]);
  expect((await setUp(userId, undefined)).url).toContain('payout-setup=done');
});

test('a key that may not read the books is a problem until the books are read again', async () => {
  control.refusals.set('listMovements', noPermission);
  const before = reported.length;
  const { failed } = await minute();
  expect(failed).toBe(1);
  await minute();
  expect(await codes()).toEqual(['reconcile permission_missing']);
  expect(reported).toHaveLength(before + 1);
  control.refusals.clear();
  await minute();
  expect(await codes()).toEqual([]);
});

test('a page that the processor refuses does not ask the fan to try again', async () => {
  const userId = await app.newUser();
  const page = { userId, processor, description: 'A card', successPath: '/a', cancelPath: '/b' };
  const open = () => startCardSetup(app.context, { ...page, subject: `pledge:${randomUUID()}` });
  control.refusals.set('startCardSetup', unexplained);
  await expect(open()).rejects.toMatchObject({
    code: 'card_processor_unavailable',
    message: expect.stringContaining('the owner of this site has to'),
  });
  expect(await codes()).toEqual(['page new_rule']);
  control.refusals.clear();
  await open();
  expect(await codes()).toEqual([]);
});
