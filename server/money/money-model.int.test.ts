import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appError } from '#contract/errors.ts';
import { ensurePayoutAccounts } from '#server/money/payouts/ensure-payout-account.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import { splitHeldMoney } from '#server/money/payouts/split-held-money.ts';
import { fc } from '#testing/fast-check.ts';
import { cards, type MoneyApp, type Scene, startMoneyApp } from '#testing/money.ts';
import type { SandboxCall, SandboxFault } from '#testing/sandbox-faults.ts';
import { SimulatedCrash } from '#testing/sandbox-faults.ts';
import { repeats } from '#testing/seeded-random.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { owedOn } from './ledger.ts';
import { reconcile } from './reconcile.ts';
import { requestRefund } from './refunds/request-refund.ts';

const calls: SandboxCall[] = ['createCharge', 'confirmCharge', 'cancelCharge', 'lookUpCharge', 'refund', 'payOut'];
const faults: SandboxFault[] = ['hang_after', 'error_after', 'unreachable', 'crash_before', 'crash_after'];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('charge' as const), fan: fc.nat(2), poor: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), fan: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'release' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), fan: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      call: fc.constantFrom(...calls),
      fault: fc.constantFrom(...faults),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('webhooks' as const), mode: fc.constantFrom('deliver', 'drop', 'twice') }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'jobs' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Stage {
  app: MoneyApp;
  heldAccount: `held:${string}`;
  payeeId: string;
  fans: { scene: Scene; good: string; poor: string }[];
  releases: number;
  /** Subjects that must not be charged anymore. */
  ended: Set<string>;
}

async function setStage(app: MoneyApp, people: Stage['fans'], payeeId: string, ended: Set<string>): Promise<Stage> {
  const heldAccount = `held:${randomUUID()}` as const;
  const fans = people.map((fan) => ({
    ...fan,
    scene: { ...fan.scene, heldAccount, subject: `pledge:${randomUUID()}` },
  }));
  return { app, heldAccount, payeeId, fans, releases: 0, ended };
}

async function take(stage: Stage, one: Step): Promise<void> {
  const { app, fans, heldAccount, payeeId } = stage;
  const { context } = app;
  switch (one.do) {
    case 'fault':
      return app.faults.plan(one.call, one.fault);
    case 'webhooks':
      app.faults.webhooks = one.mode as 'deliver';
      return;
    case 'jobs':
      return app.settle();
    case 'charge': {
      const fan = fans[one.fan];
      if (!fan) return;
      const cardId = one.poor ? fan.poor : fan.good;
      await chargeSavedCard(context, { ...fan.scene, cardId, amountCents: 300 + one.fan, description: '' });
      return;
    }
    case 'refund': {
      const subject = fans[one.fan]?.scene.subject ?? '';
      await context.db.tx((tx) => requestRefund(context, tx, { subject, reason: 'model' }));
      return;
    }
    case 'end':
      stage.ended.add(fans[one.fan]?.scene.subject ?? '');
      return;
    case 'release': {
      stage.releases += 1;
      const processor = 'sandbox';
      const cause = `release:${heldAccount}:${stage.releases}`;
      await context.db.tx(async (tx) => {
        const { netCents } = await splitHeldMoney(context, tx, {
          heldAccount,
          payeeId,
          processor,
          feePercent: 5,
          cause,
        });
        await requestPayout(context, tx, { userId: payeeId, subject: cause, amountCents: netCents, processor });
      });
    }
  }
}

const expected = (error: unknown) =>
  error instanceof SimulatedCrash || ['conflict', 'nothing_due'].includes((error as { code?: string }).code ?? '');

test('keeps the ledger consistent for any order of charges, refunds and releases with any lost answers', {
  timeout: 600_000,
}, async () => {
  const app = await startMoneyApp();
  const fans: Stage['fans'] = [];
  for (let n = 0; n < 3; n += 1) {
    const scene = await app.newScene();
    fans.push({ scene, good: await app.saveCard(scene, cards.pays), poor: await app.saveCard(scene, cards.noMoney) });
  }
  const payeeId = await app.newUser();
  await ensurePayoutAccounts(app.context, app.context.db.sql, payeeId);
  app.faults.timeoutMs = 2;
  const ended = new Set<string>();
  app.context.hooks.handle('payment.assert_wanted', async (_tx, { subject }) => {
    if (ended.has(subject)) throw appError('nothing_due');
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const stage = await setStage(app, fans, payeeId, ended);
      for (const one of steps) {
        await take(stage, one).catch((error: unknown) => {
          if (!expected(error)) throw error;
        });
      }
      // Without faults the reconciler settles the rest. It runs twice because a payout takes two steps.
      app.faults.clear();
      for (let n = 0; n < 2; n += 1) {
        await app.settle();
        const report = await reconcile(app.context, { olderThanMs: 0 });
        expect(report).toMatchObject({ failed: 0, mismatches: [] });
      }
      const { sql } = app.context.db;
      const open =
        await sql`select 1 from payments where held_account = ${stage.heldAccount} and status in ('created', 'processing')`;
      expect(open).toHaveLength(0);
      expect(await owedOn(sql, stage.heldAccount)).toBeGreaterThanOrEqual(0);
      await app.check();
    }),
    { numRuns: repeats(10, 200), endOnFailure: true },
  );
  await app.close();
});
