import { type Text, t, verbatim } from '#contract/language/text.ts';

const names: Record<string, Text> = { stripe: verbatim('Stripe') };

/** The processor's name. Undefined if it has none that people know. */
export const nameOfProcessor = (processor: string): Text | undefined => names[processor];

/** How the dashboard names the payout account at a processor. */
export const nameOfAccount = (processor: string): Text =>
  processor === 'sandbox' ? t`Test account, no real money moves` : (names[processor] ?? verbatim(processor));
