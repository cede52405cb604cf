import Stripe from 'stripe';
import type { SelfTestResult } from '#server/money/card-processor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { StripeContext } from './client.ts';
import { answer } from './faults.ts';
import { snapshotEvents, thinEvents } from './webhooks.ts';

type Site = Pick<Config, 'publicUrl' | 'platformCountry'>;

/** Returns the id of the account that the key belongs to. Waits briefly, because the server starts only after the answer. */
export function readAccount({ stripe, settings }: StripeContext): Promise<string> {
  const timeout = Math.min(settings.timeoutMs, 5_000);
  return answer('readAccount', async () => (await stripe.accounts.retrieveCurrent({}, { timeout })).id);
}

/** Asks Stripe whether this installation can take money. Changes nothing at Stripe. Never throws. */
export async function testStripe(context: StripeContext, site: Site): Promise<SelfTestResult[]> {
  const { stripe, settings } = context;
  let account: Stripe.Account;
  try {
    account = await stripe.accounts.retrieveCurrent();
  } catch (error) {
    return [
      { name: 'Stripe key', ok: false, message: `Stripe does not accept STRIPE_SECRET_KEY: ${messageOf(error)}` },
    ];
  }
  const mode = settings.live ? 'live' : 'test';
  return [
    { name: 'Stripe key', ok: true, message: `The ${mode} key works for the account ${account.id}.` },
    currency(account),
    country(account, site),
    chargesEnabled(account),
    await attempt('Stripe payouts', () => transfersEnabled(stripe)),
    await attempt('Stripe permissions', () => permissions(stripe)),
    await attempt('Stripe webhooks', () => webhooks(stripe, site)),
  ];
}

function currency({ country, default_currency }: Stripe.Account): SelfTestResult {
  const name = 'Stripe account';
  if (default_currency === 'usd')
    return { name, ok: true, message: `The account is in ${country} and settles in USD.` };
  return {
    name,
    ok: false,
    message: `The account is in ${country} and settles in ${default_currency?.toUpperCase()}. Add a USD bank account at Stripe, so that the books match to the cent.`,
  };
}

function country({ country: actual }: Stripe.Account, { platformCountry }: Site): SelfTestResult {
  const name = 'Stripe country';
  if (actual === platformCountry)
    return { name, ok: true, message: `PLATFORM_COUNTRY is the country of the account, ${actual}.` };
  return {
    name,
    ok: false,
    message: `The account is in ${actual}, but PLATFORM_COUNTRY is ${platformCountry}. Set PLATFORM_COUNTRY=${actual}: it decides which creators can be paid and how long money may be held.`,
  };
}

function chargesEnabled({ charges_enabled, requirements }: Stripe.Account): SelfTestResult {
  const name = 'Stripe charges';
  if (charges_enabled) return { name, ok: true, message: 'The account can charge cards.' };
  const due = requirements?.currently_due?.join(', ');
  return {
    name,
    ok: false,
    message: `The account cannot charge cards yet. Finish its activation in the Stripe dashboard${due ? ` (${due})` : ''}.`,
  };
}

async function transfersEnabled(stripe: Stripe): Promise<Omit<SelfTestResult, 'name'>> {
  await stripe.v2.core.accounts.list({ limit: 1 });
  return { ok: true, message: 'Connect is on, so creators can be paid.' };
}

/** Checks the read permissions of a restricted key. Stripe tells only on use whether it may also write. */
async function permissions(stripe: Stripe): Promise<Omit<SelfTestResult, 'name'>> {
  const one = { limit: 1 };
  const probes: readonly [string, () => Promise<unknown>][] = [
    ['Customers', () => stripe.customers.list(one)],
    ['Checkout Sessions', () => stripe.checkout.sessions.list(one)],
    ['PaymentIntents', () => stripe.paymentIntents.list(one)],
    ['Charges and Refunds', () => stripe.refunds.list(one)],
    ['Transfers', () => stripe.transfers.list(one)],
    ['Disputes', () => stripe.disputes.list(one)],
    ['Early fraud warnings', () => stripe.radar.earlyFraudWarnings.list(one)],
    ['Balance transactions', () => stripe.balanceTransactions.list(one)],
  ];
  const missing: string[] = [];
  for (const [name, probe] of probes) {
    try {
      await probe();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      missing.push(name);
    }
  }
  return missing.length === 0
    ? { ok: true, message: 'The key can read everything that Fanfare uses.' }
    : { ok: false, message: `Give the restricted key these permissions: ${missing.join(', ')}. See docs/stripe.md.` };
}

async function webhooks(stripe: Stripe, { publicUrl }: Site): Promise<Omit<SelfTestResult, 'name'>> {
  const url = `${publicUrl}/api/webhooks/stripe`;
  const sent = new Set<string>();
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url || endpoint.status !== 'enabled') continue;
    for (const type of endpoint.enabled_events) sent.add(type);
  }
  for await (const destination of stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })) {
    if (destination.webhook_endpoint?.url !== url || destination.status !== 'enabled') continue;
    for (const type of destination.enabled_events) sent.add(type);
  }
  const missing = [...(sent.has('*') ? [] : snapshotEvents), ...thinEvents].filter((type) => !sent.has(type));
  if (missing.length === 0) return { ok: true, message: `Stripe sends every needed event to ${url}.` };
  return { ok: false, message: `Let Stripe send these events to ${url}: ${missing.join(', ')}.` };
}

async function attempt(name: string, check: () => Promise<Omit<SelfTestResult, 'name'>>): Promise<SelfTestResult> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    return { name, ok: false, message: `Stripe did not answer this check: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
