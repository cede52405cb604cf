import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import { ensureCustomer } from '#server/money/cards/ensure-customer.ts';
import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { reconcile } from '#server/money/reconcile.ts';
import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import type { StripeProcess } from '#testing/stripe-stand-in/process.ts';
import { setUpStripe, signWebhook } from '#testing/stripe-stand-in/set-up.ts';
import type { CardDriver, DrivenApp } from './card-driver.ts';
import { sandboxBalanceCents } from './sandbox.ts';

/** https://docs.stripe.com/testing */
const savedNumbers: Record<Behavior, string> = {
  pays: '4242424242424242',
  declined: '4000000000000341',
  insufficient_funds: '4000008260003178',
  needs_authentication: '4000002760003184',
  disputed: '4000000000000259',
};
/** The same in the terms of the stand-in's control API. */
const controlled: Partial<Record<Behavior, string>> = {
  pays: 'pays',
  declined: 'generic_decline',
  insufficient_funds: 'insufficient_funds',
  needs_authentication: 'authentication_required',
};
/** The longest time in which webhooks that are due arrive and are booked. */
const patienceMs = 10_000;

/**
 * The Stripe adapter with the real SDK, on the stand-in for Stripe as a separate process. Adult pools go to the sandbox, because
 * Stripe forbids them. `lost`: no webhook arrives.
 */
export async function openStripeDriver(port: number, { lost }: { lost: boolean }): Promise<CardDriver> {
  const { process: standIn, client, env: all, stop } = await setUpStripe(port);
  // Every node of the app has its own port.
  const { PORT: _port, PUBLIC_URL: _url, ...env } = all;
  if (lost) await standIn.control('settings', { webhooks: { seed: 1, lost: 1 } });
  let reconciling: { stop(): Promise<void> } | undefined;

  async function settle({ context, drain }: DrivenApp): Promise<void> {
    await drain();
    if (lost) await reconcile(context, { olderThanMs: 0 });
    const end = performance.now() + patienceMs;
    while ((await standIn.state()).deliveries.due > 0 && performance.now() < end) {
      await sleep(20);
      await drain();
    }
    await drain();
  }

  return {
    name: 'stripe',
    env: { ...env, ADULT_CONTENT: 'on', ADULT_CARDS: 'sandbox' },
    testNotice: 'It takes test cards only.',
    standIn,
    stripe: client,
    payoutMails: ['Your payouts are set up'],
    eventTypes: [
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'checkout.session.completed',
      'refund.created',
    ],
    start(app) {
      if (lost) reconciling = keepReconciling(app.context, 200);
    },
    settle,
    async saveCard(context, userId, behavior) {
      const adapter = context.processors.get('stripe');
      const customer = await ensureCustomer(context, adapter, userId);
      const number = savedNumbers[behavior];
      const { id: cardRef } = await standIn.control<{ id: string }>('save-card', { customer, number });
      const { sql } = context.db;
      const card = { brand: 'visa', last4: number.slice(-4), expMonth: 12, expYear: 2034 };
      await sql`insert into cards ${sql({ userId, processor: adapter.name, cardRef, ...card })}`;
      if (context.processors.find('sandbox')) await saveTestCard(context, userId, behavior);
    },
    async changeCards({ db: { sql } }, userIds, behavior) {
      const rows = await sql<{ cardRef: string }[]>`
        select card_ref from cards where processor = 'stripe' and user_id = any(${[...userIds]}::uuid[])`;
      for (const { cardRef } of rows) await standIn.control('card', { card: cardRef, behavior: controlled[behavior] });
    },
    async setUpPayouts(creator) {
      const { url } = await creator.call(startPayoutSetup, { body: { country: 'US', processor: 'stripe' } });
      await standIn.submit(url, { outcome: 'ready' });
      await creator.call(refreshPayoutAccount, { body: { processor: 'stripe' } });
    },
    chargesByPledge: (context) => countCharges(context, standIn),
    events: () => standIn.table('events'),
    async signer() {
      return { path: '/api/webhooks/stripe', header: 'stripe-signature', sign: signWebhook };
    },
    async assertSound(app) {
      await settle(app);
      const { violations, deliveries } = await standIn.state();
      assert.deepEqual(violations, [], 'Stripe would have refused these requests');
      if (lost) assert.equal(deliveries.delivered, 0, 'a webhook arrived');
      const twice = [...(await countCharges(app.context, standIn))].filter(([, charges]) => charges > 1);
      assert.deepEqual(twice, [], 'these pledges were charged twice');
      await assertBalance(app, standIn, settle);
    },
    async stop() {
      await reconciling?.stop();
      await stop();
    },
  };
}

/** Runs the reconciler all the time instead of every minute. */
export function keepReconciling(context: MoneyContext, pauseMs: number): { stop(): Promise<void> } {
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await reconcile(context, { olderThanMs: 0 });
      await sleep(pauseMs);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function countCharges({ db: { sql } }: MoneyContext, standIn: StripeProcess): Promise<Map<string, number>> {
  const charges = (await standIn.table('charges')).filter(({ status }) => status === 'succeeded');
  return countByPledge(
    sql,
    charges.map(({ metadata }) => metadata.fanfare_reference ?? ''),
  );
}

/** Counts charges per pledge. `references` has one entry for each charge. */
export async function countByPledge(sql: Sql, references: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ pledgeId: string; charges: number }[]>`
    select substr(p.subject, 8) as pledge_id, count(*)::int as charges
    from unnest(${[...references]}::text[]) as charge (reference) join payments p on p.idempotency_key = charge.reference
    where p.subject like 'pledge:%' group by 1`;
  return new Map(rows.map(({ pledgeId, charges: count }) => [pledgeId, count]));
}

/** Our clearing account is the balance at Stripe and, for adult pools, at the sandbox, to the cent. */
async function assertBalance(app: DrivenApp, standIn: StripeProcess, settle: CardDriver['settle']): Promise<void> {
  const { sql } = app.context.db;
  const end = performance.now() + patienceMs;
  for (;;) {
    const theirs = (await standIn.state()).balance.total + (await sandboxBalanceCents(sql));
    const [clearing] = await sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'clearing'`;
    const ours = clearing?.cents ?? 0;
    if (ours === theirs) return;
    if (performance.now() > end) assert.equal(ours, theirs, 'our clearing account differs from the balance at Stripe');
    await sleep(100);
    await settle(app);
  }
}
