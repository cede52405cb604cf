import assert from 'node:assert/strict';
import type { MoneyContext } from '#server/money/money-context.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { testModeClient } from '#testing/stripe-stand-in/set-up.ts';
import type { CardDriver, DrivenApp } from './card-driver.ts';
import { countByPledge, keepReconciling } from './stripe.ts';

const pauseMs = 3000;

/**
 * Stripe itself, in test mode. Stripe cannot reach this machine, so no webhook arrives, and the reconciler runs all the time instead.
 * No test can complete Stripe's onboarding pages, so payouts wait. The account may contain objects of other runs.
 */
export function openTestModeDriver(key: string | undefined): CardDriver {
  const stripe = testModeClient(key);
  let reconciling: ReturnType<typeof keepReconciling> | undefined;

  async function settle({ context, drain }: DrivenApp): Promise<void> {
    await drain();
    await reconcile(context, { olderThanMs: 0 });
    await drain();
  }

  async function chargesByPledge({ db: { sql } }: MoneyContext): Promise<Map<string, number>> {
    const rows = await sql<{ reference: string }[]>`select idempotency_key as reference from payments`;
    const problems: string[] = [];
    for (const { reference } of rows) {
      const { data } = await stripe.charges.list({ transfer_group: reference, limit: 100 });
      problems.push(...data.filter(({ status }) => status === 'succeeded').map(() => reference));
    }
    return countByPledge(sql, problems);
  }

  return {
    name: 'stripe',
    env: { STRIPE_SECRET_KEY: key ?? '', STRIPE_WEBHOOK_SECRET: 'whsec_unused' },
    standIn: null,
    stripe,
    testNotice: 'Test mode',
    payoutMails: [],
    eventTypes: [],
    start(app) {
      reconciling = keepReconciling(app.context, pauseMs);
    },
    settle,
    saveCard: impossible,
    changeCards: impossible,
    setUpPayouts: async () => undefined,
    chargesByPledge,
    events: impossible,
    signer: impossible,
    async assertSound(app) {
      await settle(app);
      const twice = [...(await chargesByPledge(app.context))].filter(([, charges]) => charges > 1);
      assert.deepEqual(twice, [], 'these pledges were charged twice');
    },
    stop: async () => reconciling?.stop(),
  };
}

async function impossible(): Promise<never> {
  throw new Error("this scenario cannot run in Stripe's test mode");
}
