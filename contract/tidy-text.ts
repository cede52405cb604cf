import { cleanText } from './accounts.ts';

const nothingToSee = /^[\s\p{Cf}\p{M}\u2800\u3164\u115f\u1160]*$/u;

/**
 * What people wrote, as it can stand among what others wrote: at most three marks on a letter, at most one empty line at a time.
 * Empty where nothing could be seen of it.
 */
export function tidyText(text: string): string {
  const tidy = cleanText(text)
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
  return nothingToSee.test(tidy) ? '' : tidy;
}

/** The same for what stands on one line: names and titles. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ');

/** Characters as the database counts them: tidying may make more of them than were typed. */
export const isLongerThan = (text: string, most: number): boolean => text.length > most && [...text].length > most;
