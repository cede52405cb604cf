import { currentFormats, type Text, verbatim } from '#contract/language/text.ts';

/** The countries in which card processors pay creators: ISO 3166-1 code and name. Each adapter names those that it can pay. */
export const payoutCountries: readonly (readonly [code: string, name: Text])[] = [
  ['AU', verbatim('Australia')],
  ['AT', verbatim('Austria')],
  ['BE', verbatim('Belgium')],
  ['BR', verbatim('Brazil')],
  ['BG', verbatim('Bulgaria')],
  ['CA', verbatim('Canada')],
  ['HR', verbatim('Croatia')],
  ['CY', verbatim('Cyprus')],
  ['CZ', verbatim('Czechia')],
  ['DK', verbatim('Denmark')],
  ['EE', verbatim('Estonia')],
  ['FI', verbatim('Finland')],
  ['FR', verbatim('France')],
  ['DE', verbatim('Germany')],
  ['GI', verbatim('Gibraltar')],
  ['GR', verbatim('Greece')],
  ['HK', verbatim('Hong Kong')],
  ['HU', verbatim('Hungary')],
  ['IE', verbatim('Ireland')],
  ['IT', verbatim('Italy')],
  ['JP', verbatim('Japan')],
  ['LV', verbatim('Latvia')],
  ['LI', verbatim('Liechtenstein')],
  ['LT', verbatim('Lithuania')],
  ['LU', verbatim('Luxembourg')],
  ['MY', verbatim('Malaysia')],
  ['MT', verbatim('Malta')],
  ['MX', verbatim('Mexico')],
  ['NL', verbatim('Netherlands')],
  ['NZ', verbatim('New Zealand')],
  ['NO', verbatim('Norway')],
  ['PL', verbatim('Poland')],
  ['PT', verbatim('Portugal')],
  ['RO', verbatim('Romania')],
  ['SG', verbatim('Singapore')],
  ['SK', verbatim('Slovakia')],
  ['SI', verbatim('Slovenia')],
  ['ES', verbatim('Spain')],
  ['SE', verbatim('Sweden')],
  ['CH', verbatim('Switzerland')],
  ['TH', verbatim('Thailand')],
  ['AE', verbatim('United Arab Emirates')],
  ['GB', verbatim('United Kingdom')],
  ['US', verbatim('United States')],
];

/** The name of a country, also of one that is not in the list. */
export function nameOfCountry(code: string): Text {
  const formats = currentFormats();
  if (formats) return verbatim(formats.nameOf('region', code));
  const listed = payoutCountries.find(([each]) => each === code)?.[1];
  return listed ?? verbatim(new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code);
}
