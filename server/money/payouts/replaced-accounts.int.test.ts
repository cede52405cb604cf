import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { cards, type MoneyApp, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { type OnboardingControl, type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { readPayoutState } from './read-payout-state.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { requestPayout } from './request-payout.ts';
import { splitHeldMoney } from './split-held-money.ts';
import { startOnboarding } from './start-onboarding.ts';

let app: MoneyApp;
let control: OnboardingControl;
beforeAll(async () => {
  // account-changes.int.test.ts has the pause after a replacement.
  app = await startMoneyApp({ PAYOUT_CHANGE_HOLD: 'PT0S' }, withOnboarding);
  ({ control } = app.context.cards as OnboardingSandbox);
});
afterEach(async () => {
  app.faults.clear();
  control.refusedCountry = null;
  await app.check();
});
afterAll(() => app.close());

const processor = 'sandbox';
const setUp = (userId: string, country?: string, context = app.context) =>
  startOnboarding(context, { userId, processor, email: 'maya@example.test', displayName: 'Maya', country });
const refresh = (userId: string) => refreshPayoutAccount(app.context, { userId, processor });
const stateOf = async (userId: string) => (await readPayoutState(app.context, { userId, processor })).state;
const creationsOf = () => new Set(control.creations.map(({ key }) => key)).size;

async function refOf(userId: string): Promise<string> {
  const [row] = await app.context.db.sql<{ accountRef: string | null }[]>`
    select account_ref from payout_accounts where user_id = ${userId}`;
  return row?.accountRef ?? '';
}

async function makeReady(userId: string): Promise<string> {
  const ref = await refOf(userId);
  control.set(ref, 'ready');
  await refresh(userId);
  return ref;
}

async function readyCreator(): Promise<{ userId: string; ref: string }> {
  const userId = await app.newUser();
  await setUp(userId, 'US');
  return { userId, ref: await makeReady(userId) };
}

/** Charges a fan, releases the money, and requests the payout. */
async function release(userId: string): Promise<{ subject: string; netCents: number }> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });
  const subject = `pool:${randomUUID()}`;
  const cause = `release:${subject}`;
  const { heldAccount } = scene;
  return app.context.db.tx(async (tx) => {
    const of = { heldAccount, payeeId: userId, processor, feePercent: 5, cause };
    const { netCents } = await splitHeldMoney(app.context, tx, of);
    await requestPayout(app.context, tx, { userId, subject, amountCents: netCents, processor, releaseCause: cause });
    return { subject, netCents };
  });
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
  }
}

const payoutOf = async (subject: string) => {
  const [row] = await app.context.db.sql<{ status: string; accountRef: string | null; transfers: number }[]>`
    select o.status, t.account_ref, t.attempt as transfers from payouts o
    left join payout_parts t on t.payout_id = o.id where o.subject = ${subject}`;
  return row;
};
/** The account of each transfer of a payout that the processor made. */
const madeTo = (subject: string) => app.context.db.sql<{ accountRef: string }[]>`
  select s.account_id as account_ref from sandbox.payouts s join payout_parts t on t.idempotency_key = s.reference
  join payouts o on o.id = t.payout_id where o.subject = ${subject}`;

test('a closed account is replaced, waiting payouts go to the new one, and earlier ones keep theirs', async () => {
  const { userId, ref } = await readyCreator();
  const earlier = await release(userId);
  await settle();
  expect(await payoutOf(earlier.subject)).toMatchObject({ status: 'paid', accountRef: ref });
  control.close(ref);
  expect(await settleByReference(app.context, processor, `account:${ref}`)).toBe(true);
  expect(await stateOf(userId)).toBe('closed');
  const waiting = await release(userId);
  await settle();
  expect(await payoutOf(waiting.subject)).toMatchObject({ status: 'waiting' });
  await expect(setUp(userId)).rejects.toMatchObject({ code: 'validation_failed' });
  await setUp(userId, 'CA');
  const next = await refOf(userId);
  expect(next).not.toBe(ref);
  expect(await stateOf(userId)).toBe('pending');
  await settle();
  expect(await payoutOf(waiting.subject)).toMatchObject({ status: 'waiting' });
  await makeReady(userId);
  await settle();
  expect(await payoutOf(waiting.subject)).toMatchObject({ status: 'paid', accountRef: next });
  expect(await payoutOf(earlier.subject)).toMatchObject({ status: 'paid', accountRef: ref });
  expect(await madeTo(waiting.subject)).toEqual([{ accountRef: next }]);
  expect(await owedOn(app.context.db.sql, `creator_payable:${userId}`)).toBe(0);
  // An event about the former account changes nothing.
  expect(await settleByReference(app.context, processor, `account:${ref}`)).toBe(true);
  expect(await stateOf(userId)).toBe('ready');
});

test('an account that is only on hold is not replaced', async () => {
  const { userId, ref } = await readyCreator();
  control.set(ref, 'restricted');
  await refresh(userId);
  await setUp(userId, 'CA');
  expect(await refOf(userId)).toBe(ref);
  expect(await stateOf(userId)).toBe('restricted');
});

test('two nodes that replace it at the same moment create one account', async () => {
  const { userId, ref } = await readyCreator();
  control.close(ref);
  await refresh(userId);
  const before = creationsOf();
  const other = startMoneyNode(app);
  try {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => setUp(userId, n % 3 ? 'US' : 'CA', n % 2 ? app.context : other.context)),
    );
  } finally {
    await other.close();
  }
  expect(creationsOf()).toBe(before + 1);
  const former = await app.context.db.sql`select account_ref from former_payout_accounts where user_id = ${userId}`;
  expect(former).toEqual([{ accountRef: ref }]);
  const second = app.context.db.sql`
    insert into payout_accounts (user_id, processor, account_ref) values (${userId}, ${processor}, 'acct_second')`;
  await expect(second).rejects.toThrow('payout_accounts_pkey');
});

test('a lost answer, a crash after the replacement, and a refused country lead to one account', async () => {
  const { userId, ref } = await readyCreator();
  control.close(ref);
  await refresh(userId);
  control.loseNextAnswer = true;
  await expect(setUp(userId, 'US')).rejects.toMatchObject({ code: 'card_processor_unavailable' });
  const before = creationsOf();
  await refresh(userId);
  expect(creationsOf()).toBe(before);
  const next = await refOf(userId);
  expect(next).not.toBe(ref);
  control.close(next);
  await refresh(userId);
  control.refusedCountry = 'BR';
  await expect(setUp(userId, 'BR')).rejects.toMatchObject({ code: 'conflict' });
  expect(await stateOf(userId)).toBe('missing');
  await setUp(userId, 'CA');
  expect(await stateOf(userId)).toBe('pending');
});

test('an answer about the former account that arrives late does not close the new one', async () => {
  const { userId, ref } = await readyCreator();
  control.close(ref);
  await refresh(userId);
  const { onboarding } = app.context.cards;
  if (!onboarding) throw new Error('the processor has an onboarding');
  const lookUp = onboarding.lookUpAccount;
  // The look-up begins before the replacement and answers after it.
  onboarding.lookUpAccount = async (accountRef) => {
    onboarding.lookUpAccount = lookUp;
    const state = await lookUp(accountRef);
    await setUp(userId, 'US');
    return state;
  };
  await refresh(userId);
  expect(await refOf(userId)).not.toBe(ref);
  expect(await stateOf(userId)).toBe('pending');
});

test.each(['before', 'after'] as const)(
  'a transfer whose answer was lost %s it was made is repeated to its own account only',
  async (when) => {
    const { userId, ref } = await readyCreator();
    app.faults.plan('payOut', when === 'before' ? 'unreachable' : 'hang_after');
    const { subject, netCents } = await release(userId);
    await app.settle();
    expect(await payoutOf(subject)).toMatchObject({ accountRef: ref });
    control.close(ref);
    await refresh(userId);
    await setUp(userId, 'US');
    const next = await makeReady(userId);
    await settle();
    const to = when === 'before' ? next : ref;
    expect(await payoutOf(subject)).toMatchObject({ status: 'paid', accountRef: to });
    expect(await madeTo(subject)).toEqual([{ accountRef: to }]);
    const [sent] = await app.context.db.sql<{ cents: number }[]>`
      select -sum(j.amount_cents)::bigint as cents from sandbox.journal j
      join payout_parts t on j.reference like 'payout:' || t.payout_id || ':%' join payouts o on o.id = t.payout_id
      where o.subject = ${subject}`;
    expect(sent?.cents).toBe(netCents);
  },
);
