import type { CardDriver } from './card-driver.ts';
import { sandboxDriver } from './sandbox.ts';
import { openStripeDriver } from './stripe.ts';

/** stripe: the Stripe adapter on the stand-in for Stripe. lost: no webhook ever arrives, and the reconciler runs all the time instead. */
export interface CardChoice {
  processor: CardDriver['name'];
  webhooks: 'sent' | 'lost';
}

/** TEST_CARDS=stripe and TEST_WEBHOOKS=lost choose for tests that do not choose themselves. */
const chosen: CardChoice = {
  processor: process.env.TEST_CARDS === 'stripe' ? 'stripe' : 'sandbox',
  webhooks: process.env.TEST_WEBHOOKS === 'lost' ? 'lost' : 'sent',
};

/** Opens the driver for an app that listens on `port` of 127.0.0.1. */
export function openCardDriver(port: number, choice: Partial<CardChoice> = {}): Promise<CardDriver> {
  const { processor, webhooks } = { ...chosen, ...choice };
  return processor === 'stripe'
    ? openStripeDriver(port, { lost: webhooks === 'lost' })
    : Promise.resolve(sandboxDriver);
}
