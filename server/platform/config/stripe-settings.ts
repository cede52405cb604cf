import { z } from 'zod';
import { duration, integer, optional, type Setting, url, type ValuesOf } from './fields.ts';

const keyPattern = /^(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]+$/;

/** Cards through Stripe. Part of `cardSettings`. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: optional(
    z.string().regex(keyPattern, 'must be a secret or restricted key: sk_test_…, rk_test_…, sk_live_… or rk_live_…'),
    'The key of the Stripe account that takes the cards. A test key keeps the test mode notice. Unset: sandbox cards. See docs/stripe.md.',
    true,
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z
      .string()
      .transform((list) => list.split(/[\s,]+/).filter((secret) => secret !== ''))
      .refine((list) => list.length > 0 && list.every((secret) => /^whsec_\w+/.test(secret)), {
        error: 'must be signing secrets (whsec_…), separated by commas',
      }),
    'The signing secrets of the Stripe webhook endpoints, separated by commas: one for each endpoint, and the old one too while you rotate it.',
    true,
  ),
  STRIPE_PAYMENT_METHOD_CONFIGURATION: optional(
    z.string().regex(/^pmc_\w+$/, 'must be the id of a payment method configuration (pmc_…)'),
    "The Stripe payment method configuration of the hosted pages, on which only cards are offered. Unset: the account's default.",
  ),
  STRIPE_CALLS_PER_SECOND: optional(
    integer(1, 1000),
    'How many calls a second this process sends to Stripe at most. Stripe limits all processes of an account together: 25 in test mode, 100 in live mode. Unset: 20 and 80.',
  ),
  STRIPE_TIMEOUT: optional(
    duration(),
    'How long a call to Stripe waits for its answer. Without one, the outcome is looked up. Unset: PT20S.',
  ),
  STRIPE_API_BASE: optional(url(['http:', 'https:']), 'Tests only: the address of a stand-in for Stripe.'),
} satisfies Record<string, Setting<unknown>>;

type Values = ValuesOf<typeof stripeSettings>;

export function checkStripe(values: Partial<Values> & { PUBLIC_URL?: string | undefined }, problems: string[]): void {
  const key = values.STRIPE_SECRET_KEY;
  if (key === undefined) {
    for (const name of Object.keys(stripeSettings) as (keyof Values)[]) {
      if (values[name] !== undefined) problems.push(`${name} needs STRIPE_SECRET_KEY`);
    }
    return;
  }
  if (!values.STRIPE_WEBHOOK_SECRET && !problems.some((problem) => problem.startsWith('STRIPE_WEBHOOK_SECRET '))) {
    problems.push('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET');
  }
  if (!isLive(key)) return;
  if (values.STRIPE_API_BASE) problems.push('STRIPE_API_BASE is for tests only: it needs a test key');
  if (!values.PUBLIC_URL?.startsWith('https:')) problems.push('A live STRIPE_SECRET_KEY needs an https PUBLIC_URL');
}

const isLive = (key: string) => key.includes('_live_');

/** Undefined without Stripe. */
export const stripeOf = (values: Values) =>
  values.STRIPE_SECRET_KEY === undefined
    ? undefined
    : {
        secretKey: values.STRIPE_SECRET_KEY,
        live: isLive(values.STRIPE_SECRET_KEY),
        /** Newest first or last: each is tried. */
        webhookSecrets: values.STRIPE_WEBHOOK_SECRET ?? [],
        paymentMethodConfiguration: values.STRIPE_PAYMENT_METHOD_CONFIGURATION,
        callsPerSecond: values.STRIPE_CALLS_PER_SECOND ?? (isLive(values.STRIPE_SECRET_KEY) ? 80 : 20),
        timeoutMs: values.STRIPE_TIMEOUT ?? 20_000,
        apiBase: values.STRIPE_API_BASE,
      };
