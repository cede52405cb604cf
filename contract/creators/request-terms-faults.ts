import { languages } from '#contract/values/languages.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { RequestTerms } from './creators.ts';

/** The fields of a new pool that a creator's terms restrict. */
export interface Requested {
  categories: readonly string[];
  goalCents: number | null;
}
export type TermsFaults = Partial<Record<'creatorProfileId' | 'fundingGoal' | 'categories', string>>;

/** The categories of the terms as words: "Comedy, Music, and Art". */
export function categoryWords({ categories }: Pick<RequestTerms, 'categories'>): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(categories);
}

/** The languages of the terms as words: "English and German". */
export function languageWords({ languages: codes }: Pick<RequestTerms, 'languages'>): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(codes.map((code) => languages[code]));
}

/** The reasons why a creator's terms refuse a request, by field of the pool form; empty if they allow it. */
export function termsFaults(terms: RequestTerms, { categories, goalCents }: Requested): TermsFaults {
  const faults: TermsFaults = {};
  if (terms.away) {
    faults.creatorProfileId = terms.awayUntil
      ? `This creator is away and takes requests again on ${fullDate(terms.awayUntil)}.`
      : 'This creator is away and takes no requests at the moment.';
  }
  if (terms.declinesBelowMinimum && terms.minimumGoal !== null && goalCents !== null && goalCents < terms.minimumGoal) {
    faults.fundingGoal = `This creator takes requests from ${formatMoney(terms.minimumGoal)}.`;
  }
  const taken = new Set(terms.categories.map((name) => name.toLowerCase()));
  if (taken.size > 0 && categories.some((name) => !taken.has(name.toLowerCase()))) {
    faults.categories = `This creator takes requests in ${categoryWords(terms)} only.`;
  }
  return faults;
}
