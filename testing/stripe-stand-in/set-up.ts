import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { accountEvents, snapshotEvents, thinEvents } from '#server/money/stripe/webhooks.ts';
import { freePort } from '#testing/free-port.ts';
import { StripeProcess } from './process.ts';

/** Test cards that behave differently when they are saved and when they are charged. https://docs.stripe.com/testing */
export const stripeCards = {
  pays: '4242424242424242',
  declinedOnPage: '4000000000000002',
  declinedLater: '4000000000000341',
  asksAlways: '4000002760003184',
} as const;

/** The stand-in for Stripe, and the settings with which the product runs on it. */
export interface StripeSetUp {
  process: StripeProcess;
  client: Stripe;
  /** For startTestApp. It names the port, because the webhook endpoint exists before the app. */
  env: Record<string, string>;
  /** Submits a card on a hosted page and approves it if the bank asks. Returns the status of the last answer. */
  enterCard(url: string | undefined, number?: string): Promise<number>;
  stop(): Promise<void>;
}

export const webhookSecrets = {
  payments: 'whsec_payments',
  accounts: 'whsec_accounts',
  banks: 'whsec_banks',
} as const;

/** Does at the stand-in what docs/going-live.md asks operators to do at Stripe. Endpoints of an earlier call stay as they are. */
export async function addEndpoints(process: StripeProcess, publicUrl: string): Promise<void> {
  // Stripe's own default is daily.
  await process.control('settings', { platform: { payoutInterval: 'manual' } });
  const url = `${publicUrl}/api/webhooks/stripe`;
  if ((await process.table('endpoints')).some((endpoint) => endpoint.url === url)) return;
  await process.control('endpoint', { url, secret: webhookSecrets.payments, events: snapshotEvents });
  await process.control('endpoint', { url, secret: webhookSecrets.accounts, events: thinEvents, payload: 'thin' });
  const banks = { secret: webhookSecrets.banks, events: accountEvents, from: 'other_accounts' };
  await process.control('endpoint', { url, ...banks });
}

/** `port`: where the app will listen. */
export async function setUpStripe(port?: number): Promise<StripeSetUp> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-stripe-'));
  const process = await StripeProcess.start(folder);
  const client = process.client();
  const publicUrl = `http://127.0.0.1:${port ?? (await freePort())}`;
  await addEndpoints(process, publicUrl);
  return {
    process,
    client,
    env: {
      PORT: new URL(publicUrl).port,
      PUBLIC_URL: publicUrl,
      STRIPE_SECRET_KEY: process.secretKey,
      STRIPE_WEBHOOK_SECRET: Object.values(webhookSecrets).join(),
      STRIPE_API_BASE: process.url,
      STRIPE_CALLS_PER_SECOND: '1000',
    },
    async enterCard(url, number = stripeCards.pays) {
      const card = { number, expires: '12 / 34' };
      const answer = await process.submit(url ?? '', card);
      if (!answer.text.includes('value="approve"')) return answer.status;
      return (await process.submit(url ?? '', { ...card, approval: 'approve' })).status;
    },
    async stop() {
      await process.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs a webhook as the payments endpoint does. `timestamp`: Unix time. */
export function signWebhook(payload: string, timestamp: number, secret: string = webhookSecrets.payments): string {
  return new Stripe('sk_test_signer').webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** The SDK for Stripe's test mode. Throws for any other key, because live keys would move real money. */
export function testModeClient(key: string | undefined): Stripe {
  if (!key || !/^[rs]k_test_/.test(key)) throw new Error('STRIPE_TEST_KEY must start with sk_test_ or rk_test_');
  return new Stripe(key, { telemetry: false });
}
