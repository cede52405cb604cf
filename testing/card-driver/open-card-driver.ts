import type { CardDriver } from './card-driver.ts';
import { sandboxDriver } from './sandbox.ts';
import { openStripeDriver } from './stripe.ts';

/** stripe: the Stripe adapter on the stand-in for Stripe. lost: no webhook ever arrives, and the reconciler runs all the time instead. */
export interface CardChoice {
  processor: CardDriver['name'];
  webhooks: 'sent' | 'lost';
}

/**
 * Opens the driver for an app that listens on `port` of 127.0.0.1. TEST_CARDS=stripe and TEST_WEBHOOKS=lost choose for tests that do not
 * choose themselves.
 */
export function openCardDriver(port: number, choice: Partial<CardChoice> = {}): Promise<CardDriver> {
  const { TEST_CARDS, TEST_WEBHOOKS } = process.env;
  const { processor = TEST_CARDS === 'stripe' ? 'stripe' : 'sandbox' } = choice;
  const { webhooks = TEST_WEBHOOKS === 'lost' ? 'lost' : 'sent' } = choice;
  return processor === 'stripe'
    ? openStripeDriver(port, { lost: webhooks === 'lost' })
    : Promise.resolve(sandboxDriver);
}
