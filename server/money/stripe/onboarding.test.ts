import { expect, test } from 'vitest';
import { payoutCountries } from '#contract/values/payout-countries.ts';
import { payableCountries } from './onboarding.ts';

test.each(['US', 'GB', 'DE', 'CA', 'CH', 'NO'])('a platform in %s pays creators in all of the corridor', (country) => {
  const payable = payableCountries(country);
  expect(payable).toEqual(expect.arrayContaining(['US', 'GB', 'DE', 'FR', 'CA', 'CH', 'NO', 'LI']));
  for (const other of ['AU', 'SG', 'JP', 'BR', 'HK', 'MX', 'MY', 'NZ', 'TH', 'AE', 'GI'])
    expect(payable).not.toContain(other);
});

test.each(['AU', 'SG', 'JP', 'BR', 'HK', 'GI', 'IN'])(
  'a platform in %s pays only creators of the same country',
  (country) => {
    expect(payableCountries(country)).toEqual([country]);
  },
);

test('a platform of every listed country pays creators there', () => {
  for (const [code] of payoutCountries) expect(payableCountries(code)).toContain(code);
});
