import { type Message, msg, type Text, textOf, verbatim } from '#contract/language/text.ts';

/** The countries in which card processors pay creators: ISO 3166-1 code and name. Each adapter names those that it can pay. */
export const payoutCountries: readonly (readonly [code: string, name: Message])[] = [
  ['AU', msg`Australia`],
  ['AT', msg`Austria`],
  ['BE', msg`Belgium`],
  ['BR', msg`Brazil`],
  ['BG', msg`Bulgaria`],
  ['CA', msg`Canada`],
  ['HR', msg`Croatia`],
  ['CY', msg`Cyprus`],
  ['CZ', msg`Czechia`],
  ['DK', msg`Denmark`],
  ['EE', msg`Estonia`],
  ['FI', msg`Finland`],
  ['FR', msg`France`],
  ['DE', msg`Germany`],
  ['GI', msg`Gibraltar`],
  ['GR', msg`Greece`],
  ['HK', msg`Hong Kong`],
  ['HU', msg`Hungary`],
  ['IE', msg`Ireland`],
  ['IT', msg`Italy`],
  ['JP', msg`Japan`],
  ['LV', msg`Latvia`],
  ['LI', msg`Liechtenstein`],
  ['LT', msg`Lithuania`],
  ['LU', msg`Luxembourg`],
  ['MY', msg`Malaysia`],
  ['MT', msg`Malta`],
  ['MX', msg`Mexico`],
  ['NL', msg`Netherlands`],
  ['NZ', msg`New Zealand`],
  ['NO', msg`Norway`],
  ['PL', msg`Poland`],
  ['PT', msg`Portugal`],
  ['RO', msg`Romania`],
  ['SG', msg`Singapore`],
  ['SK', msg`Slovakia`],
  ['SI', msg`Slovenia`],
  ['ES', msg`Spain`],
  ['SE', msg`Sweden`],
  ['CH', msg`Switzerland`],
  ['TH', msg`Thailand`],
  ['AE', msg`United Arab Emirates`],
  ['GB', msg`United Kingdom`],
  ['US', msg`United States`],
];

/** The name of a country, also of one that is not in the list. */
export function nameOfCountry(code: string): Text {
  const listed = payoutCountries.find(([each]) => each === code)?.[1];
  return listed ? textOf(listed) : verbatim(new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code);
}
