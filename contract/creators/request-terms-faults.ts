import { formatList } from '#contract/language/lists.ts';
import { type Text, t } from '#contract/language/text.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { nameOfLanguage } from '#contract/values/languages.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { RequestTerms } from './creators.ts';

/** The fields of a new pool that a creator's terms restrict. */
export interface Requested {
  categories: readonly string[];
  goalCents: number | null;
}
export type TermsFaults = Partial<Record<'creatorProfileId' | 'fundingGoal' | 'categories', Text>>;

/** The categories of the terms as words: "Comedy, Music, and Art". */
export function categoryWords({ categories }: Pick<RequestTerms, 'categories'>): Text {
  return formatList(categories.map(categoryText));
}

/** The languages of the terms as words: "English and German". */
export function languageWords({ languages: codes }: Pick<RequestTerms, 'languages'>): Text {
  return formatList(codes.map(nameOfLanguage));
}

/** The reasons why a creator's terms refuse a request, by field of the pool form; empty if they allow it. */
export function termsFaults(terms: RequestTerms, { categories, goalCents }: Requested): TermsFaults {
  const faults: TermsFaults = {};
  if (terms.away) {
    faults.creatorProfileId = terms.awayUntil
      ? t`This creator is away and takes requests again on ${{ date: fullDate(terms.awayUntil) }}.`
      : t`This creator is away and takes no requests at the moment.`;
  }
  if (terms.declinesBelowMinimum && terms.minimumGoal !== null && goalCents !== null && goalCents < terms.minimumGoal) {
    faults.fundingGoal = t`This creator takes requests from ${{ amount: formatMoney(terms.minimumGoal) }}.`;
  }
  const taken = new Set(terms.categories.map((name) => name.toLowerCase()));
  if (taken.size > 0 && categories.some((name) => !taken.has(name.toLowerCase()))) {
    faults.categories = t`This creator takes requests in ${{ categories: categoryWords(terms) }} only.`;
  }
  return faults;
}
