import type { Platform } from '#server/platform/platform.ts';
import type { CardProcessor } from './card-processor.ts';
import { createSandbox } from './sandbox/sandbox-processor.ts';
import { createStripe } from './stripe/stripe-processor.ts';

/** Creates the card processor of this installation: Stripe with STRIPE_SECRET_KEY, else the sandbox. Call it before jobs start. */
export function createCards(platform: Platform): CardProcessor {
  const { stripe } = platform.config;
  return stripe ? createStripe(platform, stripe) : createSandbox(platform);
}
