import type { CardProcessor } from '#server/money/card-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cardSetups } from './card-setups.ts';
import { charges } from './charges.ts';
import { createClient, type StripeContext } from './client.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { hostedPayments } from './hosted-payments.ts';
import { movements } from './movements.ts';
import { onboarding } from './onboarding.ts';
import { payouts } from './payouts.ts';
import { refunds } from './refunds.ts';
import { readAccount, testStripe } from './self-test.ts';
import { readWebhook } from './webhooks.ts';

/** The card processor Stripe. Its types stay inside this folder. */
export function createStripe({ config, db }: Pick<Platform, 'config' | 'db'>) {
  const settings = config.stripe;
  if (!settings) throw new Error('Stripe needs STRIPE_SECRET_KEY');
  const context: StripeContext = { stripe: createClient(settings), settings };
  const processor = {
    name: 'stripe',
    testMode: !settings.live,
    // https://stripe.com/legal/restricted-businesses
    forbidsAdult: true,
    limitsHolding: true,
    ...customers(context),
    ...cardSetups(context),
    ...charges(context),
    ...hostedPayments(context),
    ...refunds(context),
    ...payouts(context),
    ...movements(context),
    onboarding: onboarding(context, config.platformCountry),
    disputes: disputes(context),
    readAccount: () => readAccount(context),
    selfTest: () => testStripe(context, config),
    readWebhook: (rawBody, headers) => readWebhook(context, db.sql, rawBody, headers),
  } satisfies CardProcessor & Record<string, unknown>;
  return processor;
}
