import type { CardDriver } from './card-driver.ts';
import { sandboxDriver } from './sandbox.ts';
import { openStripeDriver } from './stripe.ts';
import { openTestModeDriver } from './stripe-test-mode.ts';

/**
 * stripe: the Stripe adapter on the stand-in for Stripe; stripe-test-mode: on Stripe itself. lost: no webhook ever arrives, and the
 * reconciler runs all the time instead.
 */
export interface CardChoice {
  processor: 'sandbox' | 'stripe' | 'stripe-test-mode';
  webhooks: 'sent' | 'lost';
}

/**
 * Opens the driver for an app that listens on `port` of 127.0.0.1. TEST_CARDS and TEST_WEBHOOKS choose for tests that do not choose
 * themselves.
 */
export async function openCardDriver(port: number, choice: Partial<CardChoice> = {}): Promise<CardDriver> {
  const { TEST_CARDS, TEST_WEBHOOKS, STRIPE_TEST_KEY } = process.env;
  const { processor = TEST_CARDS ?? 'sandbox', webhooks = TEST_WEBHOOKS } = choice;
  if (processor === 'sandbox') return sandboxDriver;
  if (processor === 'stripe') return openStripeDriver(port, { lost: webhooks === 'lost' });
  if (processor === 'stripe-test-mode') return openTestModeDriver(STRIPE_TEST_KEY);
  throw new Error(`TEST_CARDS=${processor} is none of sandbox, stripe and stripe-test-mode`);
}
