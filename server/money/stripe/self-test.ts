import Stripe from 'stripe';
import type { SelfTestResult } from '#server/money/card-processor.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { StripeContext } from './client.ts';
import { answer } from './faults.ts';
import { testDestinations } from './test-destinations.ts';

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
    bankSchedule(account),
    await attempt('Stripe payment methods', () => paymentMethods(context)),
    await attempt('Stripe payouts', () => transfersEnabled(stripe)),
    await attempt('Stripe permissions', () => permissions(stripe)),
    await attempt('Stripe webhooks', () => testDestinations(stripe, site)),
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

/** Automatic payouts to the operator's bank take the money that Fanfare holds for pools. */
function bankSchedule({ settings }: Stripe.Account): SelfTestResult {
  const name = 'Stripe payouts to your bank';
  const interval = settings?.payouts?.schedule.interval;
  if (interval === 'manual') return { name, ok: true, message: 'They are manual, so the money for pools stays.' };
  return {
    name,
    ok: false,
    message: `They are ${interval ?? 'automatic'}, so Stripe sends the money for creators and refunds to your bank. Set them to manual (Settings, Payouts), and add money if the balance is already too small.`,
  };
}

/** The hosted pages offer only methods that can be saved and charged later: cards, and the wallets with cards. */
async function paymentMethods({ stripe, settings }: StripeContext): Promise<Omit<SelfTestResult, 'name'>> {
  const id = settings.paymentMethodConfiguration;
  const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 });
  const configuration = id
    ? data.find((one) => one.id === id)
    : data.find(({ is_default, application }) => is_default && application === null);
  if (!configuration) {
    const missing = id ? `has no payment method configuration ${id}` : 'lacks its own payment method configuration';
    return { ok: false, message: `The account ${missing}; save one (Settings, Payment methods).` };
  }
  const where = `The payment method configuration ${configuration.id}`;
  if (!configuration.active) return { ok: false, message: `${where} is not active; turn it on or name another one.` };
  if (configuration.card?.available) return { ok: true, message: `${where} offers cards.` };
  return {
    ok: false,
    message: `${where} has no method that can be saved and charged later, so fans can’t pledge. Turn on cards there (Settings, Payment methods).`,
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
    // The reconciler expands the sources, which needs a permission that no other call needs.
    ['Balance transactions', () => stripe.balanceTransactions.list(one)],
    ['Balance transaction sources', () => stripe.balanceTransactions.list({ ...one, expand: ['data.source'] })],
    ['Payouts', () => stripe.payouts.list(one)],
  ];
  const missing: string[] = [];
  for (const [name, probe] of probes) {
    try {
      await probe();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      // Without the wider permission, the narrower one is not known.
      if (name !== 'Balance transaction sources' || !missing.includes('Balance transactions')) missing.push(name);
    }
  }
  return missing.length === 0
    ? { ok: true, message: 'The key can read everything that Fanfare uses.' }
    : { ok: false, message: `Give the restricted key these permissions: ${missing.join(', ')}. See docs/stripe.md.` };
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
