/** How the dashboard names the payout account at each processor. */
export const accountNames: Record<string, string> = { sandbox: 'Test account, no real money moves', stripe: 'Stripe' };

const names: Record<string, string> = { stripe: 'Stripe' };

/** The processor's name at the start of a sentence and within one. */
export const nameOfProcessor = (processor: string): { start: string; within: string } => {
  const name = names[processor];
  return name ? { start: name, within: name } : { start: 'The card processor', within: 'the card processor' };
};
