import type { PayoutAccountView } from '#contract/creators/payout-account.ts';

type Requirement = PayoutAccountView['requirements'][number];

/** Text for the processor's terms, such as "individual.dob.day". The first match counts. */
const words: readonly (readonly [terms: RegExp, words: string])[] = [
  [/bank|external_account|outbound_destination|payout_method/, 'Your bank account'],
  [/document|proof/, 'A photo of your ID'],
  [/id_number|ssn|tax|tin|vat/, 'Your tax or ID number'],
  [/dob|date_of_birth/, 'Your date of birth'],
  [/business_url|profile\.url|website/, 'A web page about what you make, such as your profile here'],
  [/product_description/, 'A sentence about what you make'],
  [/company|business|representative|owner|director|executive/, 'Details about your business'],
  [/address|country/, 'Your address'],
  [/phone/, 'Your phone number'],
  [/email/, 'Your email address'],
  [/terms|tos/, 'Your agreement to its terms'],
  [/name/, 'Your legal name'],
];

const wordsOf = (code: string) => words.find(([terms]) => terms.test(code))?.[1] ?? 'More details about you';

/** The processor's requirements in plain words, each once with its first due date. */
export function describeRequirements(requirements: readonly Requirement[]): { words: string; dueAt: string | null }[] {
  const first = new Map<string, string | null>();
  for (const { code, dueAt } of requirements) {
    const key = wordsOf(code.toLowerCase());
    const known = first.get(key);
    if (known === undefined || known === null || (dueAt !== null && dueAt < known))
      first.set(key, dueAt ?? known ?? null);
  }
  return [...first].map(([text, dueAt]) => ({ words: text, dueAt }));
}
