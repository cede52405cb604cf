import { type Text, textOf, verbatim } from '#contract/language/text.ts';

/**
 * Why a card was declined, as a sentence. The reason is stored in English. The catalogues have those that the server writes, by their English
 * (scripts/vite/catalogues.ts); the words of a bank stay as they are.
 */
export function declineText(reason: string): Text {
  const text = textOf({ sentence: [reason], parts: [] });
  return text === reason ? verbatim(`${reason.replace(/[.\s]+$/, '')}.`) : text;
}
