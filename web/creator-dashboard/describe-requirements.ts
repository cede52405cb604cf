import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import { type Message, msg, type Text, textOf } from '#contract/language/text.ts';

type Requirement = PayoutAccountView['requirements'][number];

/** Text for the processor's terms, such as "individual.dob.day". The first match counts. */
const words: readonly (readonly [terms: RegExp, words: Message])[] = [
  [/bank|external_account|outbound_destination|payout_method/, msg`Your bank account`],
  [/document|proof/, msg`A photo of your ID`],
  [/id_number|ssn|tax|tin|vat/, msg`Your tax or ID number`],
  [/dob|date_of_birth/, msg`Your date of birth`],
  [/business_url|profile\.url|website/, msg`A web page about what you make, such as your profile here`],
  [/product_description/, msg`A sentence about what you make`],
  [/company|business|representative|owner|director|executive/, msg`Details about your business`],
  [/address|country/, msg`Your address`],
  [/phone/, msg`Your phone number`],
  [/email/, msg`Your email address`],
  [/terms|tos/, msg`Your agreement to its terms`],
  [/name/, msg`Your legal name`],
];

const wordsOf = (code: string): Text =>
  textOf(words.find(([terms]) => terms.test(code))?.[1] ?? msg`More details about you`);

/** The processor's requirements in plain words, each once with its first due date. */
export function describeRequirements(requirements: readonly Requirement[]): { words: Text; dueAt: string | null }[] {
  const first = new Map<Text, string | null>();
  for (const { code, dueAt } of requirements) {
    const key = wordsOf(code.toLowerCase());
    const known = first.get(key);
    if (known === undefined || known === null || (dueAt !== null && dueAt < known))
      first.set(key, dueAt ?? known ?? null);
  }
  return [...first].map(([text, dueAt]) => ({ words: text, dueAt }));
}
