import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CardProcessor } from '#server/money/card-processor.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import type {} from '#server/money/hooks.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { cards, type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { requestPayout } from './request-payout.ts';
import { retryPayout } from './retry-payout.ts';
import { splitHeldMoney } from './split-held-money.ts';

type Request = Parameters<CardProcessor['payOut']>[0];

let app: MoneyApp;
/** Every request for a transfer, in the order in which they left. */
let requests: Request[] = [];
/** The processor does not find the transfer of the first request when we look it up, as when a list is late. */
let isListLate = false;
const titles = new Map<string, string>();

beforeAll(async () => {
  app = await startMoneyApp({}, (sandbox) => ({
    ...sandbox,
    payOut(request: Request) {
      requests.push(request);
      return sandbox.payOut(request);
    },
    lookUpPayout: (by: Parameters<CardProcessor['lookUpPayout']>[0]) =>
      isListLate ? Promise.resolve(null) : sandbox.lookUpPayout(by),
  }));
  app.context.hooks.handle('payout.describe_pool', async (_sql, subject) => {
    const title = titles.get(subject);
    return title === undefined ? null : { id: subject.slice('pool:'.length), title };
  });
});
afterEach(async () => {
  app.faults.clear();
  isListLate = false;
  requests = [];
  await app.check();
});
afterAll(() => app.close());

/** Charges a fan, releases the money, and requests the payout of a pool with this title. */
async function release(title?: string): Promise<{ subject: string; poolId: string; userId: string }> {
  const scene = await app.newScene();
  const userId = await app.newUser();
  const cardId = await app.saveCard(scene, cards.pays);
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });
  const poolId = randomUUID();
  const subject = `pool:${poolId}`;
  if (title !== undefined) titles.set(subject, title);
  const cause = `release:${subject}`;
  await app.context.db.tx(async (tx) => {
    const split = { heldAccount: scene.heldAccount, payeeId: userId, processor: 'sandbox', feePercent: 5, cause };
    const { netCents } = await splitHeldMoney(app.context, tx, split);
    const payout = { userId, subject, amountCents: netCents, processor: 'sandbox', releaseCause: cause };
    await requestPayout(app.context, tx, payout);
  });
  return { subject, poolId, userId };
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
  }
}

/** The transfers of a payout at the processor, the earliest first. */
async function atProcessor(subject: string) {
  // As text, because the driver renames the keys of JSON.
  const rows = await app.context.db.sql<{ description: string | null; metadata: string }[]>`
    select s.description, s.metadata::text as metadata
    from sandbox.payouts s join payout_parts t on s.reference like 'payout:%:' || t.id || ':%'
    join payouts o on o.id = t.payout_id where o.subject = ${subject} order by s.created_at`;
  return rows.map(({ description, metadata }) => ({ description, metadata: JSON.parse(metadata) as object }));
}
const statusOf = async (subject: string) => {
  const [row] = await app.context.db.sql<{ id: string; status: string }[]>`
    select id, status from payouts where subject = ${subject}`;
  return row;
};

test('a transfer says for which pool it is', async () => {
  const { subject, poolId } = await release('A song about rain 🌧️');
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  expect(await atProcessor(subject)).toEqual([
    {
      description: `A song about rain 🌧️ (pool ${poolId})`,
      metadata: { pool_id: poolId, pool_title: 'A song about rain 🌧️' },
    },
  ]);
});

test('a transfer that belongs to no pool says nothing', async () => {
  const { subject } = await release();
  await settle();
  expect(await atProcessor(subject)).toEqual([{ description: null, metadata: {} }]);
  expect(requests.map(({ purpose }) => purpose)).toEqual([undefined]);
});

test('a title that changes between two tries of a transfer does not change its request', async () => {
  // The first request arrives and its answer is lost, and the processor does not list the transfer yet.
  app.faults.plan('payOut', 'error_after');
  isListLate = true;
  const { subject, poolId } = await release('The first title');
  await app.settle();
  titles.set(subject, 'The second title');
  await settle();
  isListLate = false;
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  expect(requests.length).toBeGreaterThan(1);
  for (const request of requests) expect(request).toEqual(requests[0]);
  expect(await atProcessor(subject)).toEqual([
    expect.objectContaining({ metadata: { pool_id: poolId, pool_title: 'The first title' } }),
  ]);
});

test('a try under another key has the current title', async () => {
  app.faults.plan('payOut', 'refused');
  const { subject, userId } = await release('The first title');
  await app.settle();
  const failed = await statusOf(subject);
  expect(failed).toMatchObject({ status: 'failed' });
  titles.set(subject, 'The second title');
  await retryPayout(app.context, { payoutId: failed?.id ?? '', userId });
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  expect((await atProcessor(subject)).at(-1)?.metadata).toMatchObject({ pool_title: 'The second title' });
});

test('a request that an earlier version sent is repeated as it was', async () => {
  app.faults.plan('payOut', 'unreachable');
  const { subject } = await release('The first title');
  await app.settle();
  // Earlier versions stored no texts.
  await app.context.db.sql`
    update payout_parts t set pool_title = null, description = null from payouts o where o.id = t.payout_id and o.subject = ${subject}`;
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  expect(await atProcessor(subject)).toEqual([{ description: null, metadata: {} }]);
});
