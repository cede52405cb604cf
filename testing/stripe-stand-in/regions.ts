const eea = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE';

/** Countries among which transfers cross borders. https://docs.stripe.com/connect/account-capabilities#transfers-cross-border */
const corridor = new Set([...eea.split(' '), 'CA', 'CH', 'GB', 'US']);

/** Whether a platform's transfers reach accounts of a country. Stripe answers this when it is asked for the transfer, and not before. */
export function canTransfer(platform: string, destination: string): boolean {
  return platform === destination || (corridor.has(platform) && corridor.has(destination));
}
