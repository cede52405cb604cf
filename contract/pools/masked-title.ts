import { knownText } from '#contract/language/known-text.ts';
import { msg, type Text } from '#contract/language/text.ts';

/** The title of an adult pool before the age gate. */
export const maskedPoolTitle = msg`Adult pool`;

/** A title from the API, which masks titles in English, in the language of the moment. */
export const poolTitleText = (title: string): Text => knownText(title, [maskedPoolTitle]);
