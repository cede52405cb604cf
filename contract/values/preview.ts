import { limits } from '#contract/limits.ts';
import { startOfText } from './start-of-text.ts';

/** The first characters of a direct message on one line, with an ellipsis if it is longer. */
export function previewOf(content: string): string {
  const flat = content.replace(/\s+/g, ' ');
  const letters = [...flat];
  const { previewChars } = limits.chat;
  return letters.length > previewChars ? `${startOfText(flat, letters.slice(0, previewChars).join('').length)}…` : flat;
}
