import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payableCountries } from '#server/money/stripe/onboarding.ts';
import { createStripe } from '#server/money/stripe/stripe-processor.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type StripeSetUp, setUpStripe, testModeClient } from '#testing/stripe-stand-in/set-up.ts';

/**
 * Creators' accounts as far as they need no page of Stripe's, for countries with different rules. On the stand-in and, with
 * STRIPE_TEST_KEY, in a sandbox of Stripe's (docs/stripe.md), which keeps the closed accounts.
 */
let standIn: StripeSetUp | undefined;
let client: Stripe;
let onboarding: ReturnType<typeof createStripe>['onboarding'];
let platformCountry = '';

beforeAll(async () => {
  const isTestMode = process.env.TEST_CARDS === 'stripe-test-mode';
  const key = process.env.STRIPE_TEST_KEY;
  standIn = isTestMode ? undefined : await setUpStripe();
  client = standIn?.client ?? testModeClient(key);
  platformCountry = (await client.accounts.retrieveCurrent()).country ?? '';
  const env = standIn?.env ?? { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_unused' };
  const config = readConfig({ NODE_ENV: 'test', PLATFORM_COUNTRY: platformCountry, ...env });
  onboarding = createStripe({ config } as Platform).onboarding;
});
afterAll(() => standIn?.stop());

async function create(country: string): Promise<string | null> {
  const userId = randomUUID();
  const who = { userId, email: `${userId}@example.com`, displayName: 'A test of Fanfare', country };
  try {
    return (await onboarding.createAccount({ ...who, key: `account:${userId}` })).accountRef;
  } catch (error) {
    // Some platforms may not even create accounts in countries that they cannot pay.
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Stripe.errors.StripeError ? cause.code : undefined;
    if (code !== 'cross_border_connected_account_creation_not_allowed') throw error;
    expect(payableCountries(platformCountry)).not.toContain(country);
    return null;
  }
}

it.each(['US', 'GB', 'DE', 'CA', 'AU', 'SG'])('creates, reads, links and closes an account in %s', async (country) => {
  const accountRef = await create(country);
  if (!accountRef) return;
  const created = await onboarding.lookUpAccount(accountRef);
  expect(created).toMatchObject({ accountRef, status: 'pending' });
  expect(created?.requirements.length).toBeGreaterThan(0);
  const back = 'https://example.com/back';
  const { url } = await onboarding.startOnboarding({ accountRef, returnUrl: back, refreshUrl: back });
  expect(url).toMatch(/^https?:/);
  const { applied_configurations } = await client.v2.core.accounts.retrieve(accountRef);
  await client.v2.core.accounts.close(accountRef, { applied_configurations });
  expect(await onboarding.lookUpAccount(accountRef)).toMatchObject({ isClosed: true });
});
