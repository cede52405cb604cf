import { payoutCountries } from '#contract/values/payout-countries.ts';

const eea = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE';

/** Stripe transfers money across borders by self-service only among these. https://docs.stripe.com/connect/account-capabilities#transfers-cross-border */
const corridor = new Set([...eea.split(' '), 'CA', 'CH', 'GB', 'US']);

/**
 * The countries whose creators a platform in `platformCountry` can pay, as ISO codes: its own, and within the corridor all of it. Stripe
 * creates accounts in other countries as well, and refuses only the transfer, after fans have paid.
 */
export function payableCountries(platformCountry: string): readonly string[] {
  if (!corridor.has(platformCountry)) return [platformCountry];
  return payoutCountries.map(([code]) => code).filter((code) => corridor.has(code));
}
