import { cleanText } from '#contract/accounts.ts';

const nothingToSee = /^[\s\p{Cf}\p{M}\u2800\u3164\u115f\u1160]*$/u;

/**
 * Normalizes user text for display: at most three combining marks per letter and at most one empty line in a row.
 * Returns an empty text if nothing visible remains.
 */
export function tidyText(text: string): string {
  const tidy = cleanText(text)
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
  return nothingToSee.test(tidy) ? '' : tidy;
}

/** The same for one-line texts: names and titles. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ');

/** The length in code points, as the database counts. Normalizing may lengthen a text. */
export const isLongerThan = (text: string, most: number): boolean => text.length > most && [...text].length > most;
