import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { readRefund } from '#server/money/refunds/refunds.sql.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import { sendRefund } from '#server/money/refunds/send-refund.ts';
import { failRefund, settleRefund } from '#server/money/refunds/settle-refund.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import { fc } from '#testing/fast-check.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import type { SandboxCall, SandboxFault } from '#testing/sandbox-faults.ts';
import { repeats } from '#testing/seeded-random.ts';
import { retryRefund } from './retry-refund.ts';
import { settleWholeOutside } from './settle-outside.ts';

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
const owed = (scene: Scene) => owedOn(app.context.db.sql, scene.heldAccount);
const refund = ({ subject }: Scene, context = app.context) =>
  context.db.tx((t) => requestRefund(context, t, { subject, reason: 'test' }));

interface Refused extends Scene {
  refundId: string;
  chargeRef: string;
}

/** A paid charge whose refund has failed in our books. Without `isTrue`, the processor in truth made it, and every answer was lost. */
async function refused({ isTrue }: { isTrue: boolean }): Promise<Refused> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  const { paymentId } = await chargeSavedCard(app.context, { ...scene, cardId, amountCents, description: '' });
  const { sql } = app.context.db;
  const [row] = await sql<{ ref: string }[]>`select processor_ref as ref from payments where id = ${paymentId}`;
  const chargeRef = row?.ref ?? '';
  app.faults.plan('refund', 'refused');
  const refundId = (await refund(scene))?.refundId ?? '';
  await app.settle();
  expect(await read(refundId)).toMatchObject({ status: 'failed', attempt: 1 });
  if (!isTrue) {
    app.faults.webhooks = 'keep';
    const reference = `refund:${refundId}:1`;
    await app.context.cards.refund({ chargeRef, amountCents, reference, key: reference });
  }
  return { ...scene, refundId, chargeRef };
}

const read = async (id: string) => readRefund(app.context.db.sql, id);
const atProcessor = async ({ chargeRef }: Refused) => {
  const rows = await app.context.db.sql<{ reference: string }[]>`
    select reference from sandbox.refunds where charge_id = ${chargeRef} order by reference`;
  return rows.map(({ reference }) => reference);
};
async function expectRefundedOnce(scene: Refused, attempt: number) {
  await app.settle();
  expect(await atProcessor(scene)).toEqual([`refund:${scene.refundId}:${attempt}`]);
  expect(await read(scene.refundId)).toMatchObject({ status: 'succeeded' });
  expect(await owed(scene)).toBe(0);
  // Facts of the other node are not recorded, so count the journals.
  const journals = await app.context.db.sql`
    select 1 from ledger_journals where subject = ${scene.subject} and kind = 'refund'`;
  expect(journals).toHaveLength(1);
  expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
}

describe('the retry of a refused refund', () => {
  test('sends the next attempt when the processor made none', async () => {
    const scene = await refused({ isTrue: true });
    expect(await retryRefund(app.context, { refundId: scene.refundId, attempt: 1 })).toBe('reopened');
    await expectRefundedOnce(scene, 2);
  });

  test('settles the refused attempt, without another one, when the processor in truth made it', async () => {
    const scene = await refused({ isTrue: false });
    expect(await retryRefund(app.context, { refundId: scene.refundId, attempt: 1 })).toBe('settled');
    await expectRefundedOnce(scene, 1);
  });

  test('settles it too when the end of the pledge is repeated, which asks through a job', async () => {
    const scene = await refused({ isTrue: false });
    await Promise.all([refund(scene), refund(scene), refund(scene)]);
    await expectRefundedOnce(scene, 1);
  });

  test('waits again for a refund that is under way at the processor', async () => {
    const { refundId, ...scene } = await refused({ isTrue: true });
    const state = { ref: 're_late', reference: `refund:${refundId}:1`, amountCents, status: 'under_way' } as const;
    await settleRefund(app.context, refundId, state);
    expect(await read(refundId)).toMatchObject({ status: 'created', attempt: 1, processorRef: 're_late' });
    expect(await retryRefund(app.context, { refundId, attempt: 1 })).toBe('over');
    await sendRefund(app.context, refundId);
    await expectRefundedOnce({ ...scene, refundId }, 1);
  });

  test('changes nothing while the processor does not answer', async () => {
    const scene = await refused({ isTrue: true });
    app.faults.plan('lookUpRefund', 'unreachable');
    const retry = { refundId: scene.refundId, attempt: 1 };
    await expect(retryRefund(app.context, retry)).rejects.toMatchObject({ kind: 'unknown' });
    expect(await read(scene.refundId)).toMatchObject({ status: 'failed', attempt: 1 });
    expect(await retryRefund(app.context, retry)).toBe('reopened');
    await expectRefundedOnce(scene, 2);
  });

  test('reopens exactly once when two admins on each of two nodes retry at once', async () => {
    const node = startMoneyNode(app);
    for (let round = 0; round < 10; round += 1) {
      const scene = await refused({ isTrue: true });
      const other = { ...node.context, jobs: app.context.jobs };
      const retries = [app.context, other, app.context, other].map((context) =>
        retryRefund(context, { refundId: scene.refundId, attempt: 1 }),
      );
      expect((await Promise.all(retries)).toSorted()).toEqual(['over', 'over', 'over', 'reopened']);
      await Promise.all([app.context, node.context].map((context) => sendRefund(context, scene.refundId)));
      await expectRefundedOnce(scene, 2);
    }
    await node.close();
  });

  const points: [SandboxCall, 'crash_before' | 'crash_after'][] = [
    ['lookUpRefund', 'crash_before'],
    ['lookUpRefund', 'crash_after'],
    ['refund', 'crash_before'],
    ['refund', 'crash_after'],
  ];
  test.each(points)('refunds once when the process dies at %s (%s)', async (call, fault) => {
    for (const isTrue of [true, false]) {
      const scene = await refused({ isTrue });
      app.faults.plan(call, fault);
      const retry = () => retryRefund(app.context, { refundId: scene.refundId, attempt: 1 });
      await retry().catch(() => undefined);
      await app.settle();
      await reconcile(app.context, { olderThanMs: 0 });
      await retry();
      await expectRefundedOnce(scene, isTrue ? 2 : 1);
    }
  });
});

describe('a failed refund that an admin paid outside the processor', () => {
  const noAudit = async () => undefined;
  const outside = (refundId: string, context = app.context) =>
    settleWholeOutside(context, { refundId, attempt: 1, reason: 'Bank transfer' }, noAudit);

  test('is booked from the bank, and no late answer about the failed attempt changes it', async () => {
    const scene = await refused({ isTrue: true });
    const bank = await owedOn(app.context.db.sql, 'bank');
    const before = await read(scene.refundId);
    expect(await outside(scene.refundId)).toBe(true);
    const late = { ref: 're_1', reference: before?.idempotencyKey ?? '', amountCents };
    for (const status of ['done', 'under_way'] as const)
      await settleRefund(app.context, scene.refundId, { ...late, status });
    await settleRefund(app.context, scene.refundId, { ...late, status: 'failed', reason: 'late' });
    await refund(scene);
    await app.settle();
    expect(await retryRefund(app.context, { refundId: scene.refundId, attempt: 1 })).toBe('over');
    expect(await read(scene.refundId)).toMatchObject({ status: 'succeeded', outsideReason: 'Bank transfer' });
    expect(await atProcessor(scene)).toEqual([]);
    expect(await owed(scene)).toBe(0);
    expect(await owedOn(app.context.db.sql, 'bank')).toBe(bank + amountCents);
    expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
  });

  test('is not booked when the processor in truth made it, which is settled instead, nor while it does not answer', async () => {
    const scene = await refused({ isTrue: false });
    app.faults.plan('lookUpRefund', 'unreachable');
    await expect(outside(scene.refundId)).rejects.toMatchObject({ kind: 'unknown' });
    expect(await read(scene.refundId)).toMatchObject({ status: 'failed', attempt: 1 });
    expect(await outside(scene.refundId)).toBe(false);
    await expectRefundedOnce(scene, 1);
  });

  test('is either paid outside or sent again, when admins on two nodes do both at once', async () => {
    const node = startMoneyNode(app);
    const contexts = [app.context, { ...node.context, jobs: app.context.jobs }];
    for (let round = 0; round < 6; round += 1) {
      const scene = await refused({ isTrue: true });
      const { refundId } = scene;
      const acts = contexts.flatMap((context) => [
        outside(refundId, context),
        retryRefund(context, { refundId, attempt: 1 }).then((outcome) => outcome === 'reopened'),
      ]);
      expect((await Promise.all(acts)).filter(Boolean)).toHaveLength(1);
      await app.settle();
      const { outsideReason } = (await read(refundId)) ?? {};
      if (outsideReason === null) await expectRefundedOnce(scene, 2);
      else expect(await atProcessor(scene)).toEqual([]);
      expect(await owed(scene)).toBe(0);
    }
    await node.close();
  });
});

describe('an earlier attempt that moved the money after the refund was reopened', () => {
  /** The request of the refused attempt arrives at the processor only after the retry has asked about it. */
  async function late() {
    const scene = await refused({ isTrue: true });
    app.faults.plan('refund', 'unreachable');
    app.faults.webhooks = 'keep';
    await retryRefund(app.context, { refundId: scene.refundId, attempt: 1 });
    await app.settle();
    expect(await read(scene.refundId)).toMatchObject({ status: 'created', attempt: 2 });
    const reference = `refund:${scene.refundId}:1`;
    const { chargeRef } = scene;
    await app.context.cards.refund({ chargeRef, amountCents, reference, key: reference });
    return { scene, reference };
  }

  test('is found before the next attempt is sent', async () => {
    const { scene } = await late();
    await sendRefund(app.context, scene.refundId);
    await expectRefundedOnce(scene, 1);
  });

  test('is booked by its own webhook, late and twice, on two nodes', async () => {
    const { scene, reference } = await late();
    const node = startMoneyNode(app);
    const settles = [app.context, node.context, app.context].map((context) =>
      settleByReference(context, 'sandbox', reference),
    );
    await Promise.all([...settles, sendRefund(node.context, scene.refundId)]);
    await settleByReference(app.context, 'sandbox', reference);
    await node.close();
    await expectRefundedOnce(scene, 1);
  });

  test('is found by the reconciler when every webhook is lost, also after the next attempt was refused', async () => {
    const { scene } = await late();
    const { id = '', idempotencyKey = '' } = (await read(scene.refundId)) ?? {};
    const failed = { ref: 're_2', reference: idempotencyKey, amountCents, status: 'failed', reason: 'no' } as const;
    await settleRefund(app.context, id, failed);
    await reconcile(app.context, { olderThanMs: 0 });
    await expectRefundedOnce(scene, 1);
  });

  test('an old answer about the earlier attempt does not touch the next one', async () => {
    const scene = await refused({ isTrue: true });
    const before = await read(scene.refundId);
    app.faults.plan('refund', 'unreachable');
    await retryRefund(app.context, { refundId: scene.refundId, attempt: 1 });
    await app.settle();
    const old = { ref: 're_1', reference: before?.idempotencyKey ?? '', amountCents };
    await settleRefund(app.context, scene.refundId, { ...old, status: 'failed', reason: 'late' });
    await settleRefund(app.context, scene.refundId, { ...old, status: 'under_way' });
    // A node that sent the earlier attempt gets its refusal only now, and still has the row as it was.
    if (before) expect(await failRefund(app.context, before, 'late')).toBe(false);
    expect(await read(scene.refundId)).toMatchObject({ status: 'created', attempt: 2, processorRef: null });
    await sendRefund(app.context, scene.refundId);
    await expectRefundedOnce(scene, 2);
  });
});

test('refunds once, however retries, webhooks and the reconciler of two nodes interleave with lost answers', {
  timeout: 600_000,
}, async () => {
  const node = startMoneyNode(app);
  const contexts = [app.context, { ...node.context, jobs: app.context.jobs }];
  const acts = ['retry', 'send', 'webhook', 'old webhook', 'reconcile', 'request'] as const;
  const act = fc.record({ do: fc.constantFrom(...acts), node: fc.nat(1) });
  const fault = fc.record({
    call: fc.constantFrom<SandboxCall>('refund', 'lookUpRefund'),
    fault: fc.constantFrom<SandboxFault>(
      'hang_after',
      'error_after',
      'unreachable',
      'refused',
      'crash_before',
      'crash_after',
    ),
  });
  const wave = fc.record({
    acts: fc.array(act, { minLength: 2, maxLength: 5 }),
    faults: fc.array(fault, { maxLength: 2 }),
  });
  app.faults.timeoutMs = 2;
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { minLength: 1, maxLength: 4 }), fc.boolean(), async (waves, isTrue) => {
      const scene = await refused({ isTrue });
      const { refundId: id } = scene;
      for (const { acts: together, faults } of waves) {
        for (const one of faults) app.faults.plan(one.call, one.fault);
        const attempt = (await read(id))?.attempt ?? 1;
        const doing: Record<(typeof acts)[number], (context: MoneyApp['context']) => Promise<unknown>> = {
          retry: (context) => retryRefund(context, { refundId: id, attempt }),
          send: (context) => sendRefund(context, id),
          webhook: (context) => settleByReference(context, 'sandbox', `refund:${id}:${attempt}`),
          'old webhook': (context) => settleByReference(context, 'sandbox', `refund:${id}:1`),
          reconcile: (context) => reconcile(context, { olderThanMs: 0 }),
          request: (context) => refund(scene, context),
        };
        // Lost answers and simulated crashes reject. What they leave behind is checked at the end.
        await Promise.allSettled(together.map((one) => doing[one.do](contexts[one.node] ?? app.context)));
      }
      app.faults.clear();
      await app.settle();
      for (let n = 0; n < 2; n += 1) {
        await reconcile(app.context, { olderThanMs: 0 });
        await refund(scene);
        await app.settle();
      }
      expect(await atProcessor(scene)).toHaveLength(1);
      expect(await read(id)).toMatchObject({ status: 'succeeded', idempotencyKey: (await atProcessor(scene))[0] });
      expect(await owed(scene)).toBe(0);
      const journals = await app.context.db.sql`
        select 1 from ledger_journals where subject = ${scene.subject} and kind = 'refund'`;
      expect(journals).toHaveLength(1);
      expect((await reconcile(app.context, { olderThanMs: 0 })).mismatches).toEqual([]);
      await app.check();
    }),
    { numRuns: repeats(6, 300), endOnFailure: true },
  );
  await node.close();
});
