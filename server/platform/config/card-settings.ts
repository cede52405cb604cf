import { z } from 'zod';
import { duration, flag, optional, type Setting, setting, type ValuesOf } from './fields.ts';
import { checkStripe, stripeOf, stripeSettings } from './stripe-settings.ts';

/** The card processors, and what they may be used for. Part of `settings` in config.ts. */
export const cardSettings = {
  ...stripeSettings,
  ALLOW_SANDBOX_CARDS: setting(
    '0',
    flag(),
    'Allow the built-in card processor, which moves no money, with NODE_ENV=production.',
  ),
  SANDBOX_PAYOUT_DELAY: setting('PT10S', duration(), 'How long a sandbox payout takes.'),
  ADULT_CONTENT: optional(
    flag(),
    'Offer the NSFW category and adult pools, behind the age gate. Unset: on with sandbox cards, off with real cards.',
  ),
  ADULT_CARDS: optional(
    z.enum(['sandbox']),
    'The card processor for adult pools, where the main one forbids adult content. Unset: the main one if it allows it; otherwise adult pools take no pledges.',
  ),
} satisfies Record<string, Setting<unknown>>;

type CardValues = ValuesOf<typeof cardSettings>;

type Given = Partial<CardValues & { NODE_ENV: string; PUBLIC_URL: string | undefined }>;

/** The name of the main adapter (server/money/processors/create-cards.ts). */
const mainOf = ({ STRIPE_SECRET_KEY }: Given) => (STRIPE_SECRET_KEY === undefined ? 'sandbox' : 'stripe');

/** Checks the settings together. With NODE_ENV=production, the sandbox needs the operator's consent. */
export function checkCards(values: Given, problems: string[]): void {
  // Further problems would only follow from an invalid key.
  if (problems.some((problem) => problem.startsWith('STRIPE_SECRET_KEY '))) return;
  checkStripe(values, problems);
  if (values.NODE_ENV !== 'production' || values.ALLOW_SANDBOX_CARDS) return;
  if (mainOf(values) === 'sandbox') {
    problems.push(
      'NODE_ENV=production has no card processor: the sandbox moves no real money. Set STRIPE_SECRET_KEY, or ALLOW_SANDBOX_CARDS=1 to use the sandbox anyway',
    );
  } else if (values.ADULT_CARDS === 'sandbox') {
    problems.push('ADULT_CARDS=sandbox moves no real money. Set ALLOW_SANDBOX_CARDS=1 to use it anyway');
  }
}

export const cardsOf = (values: CardValues) => ({
  /** Names of adapters (server/money/processors/create-cards.ts). */
  cards: { main: mainOf(values), adult: values.ADULT_CARDS },
  adultContent: values.ADULT_CONTENT ?? mainOf(values) === 'sandbox',
  stripe: stripeOf(values),
  sandbox: { payoutDelayMs: values.SANDBOX_PAYOUT_DELAY },
});
