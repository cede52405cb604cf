import type { Locale } from '#contract/language/languages.ts';

export interface Translation {
  text: string;
  /** The BCP 47 tag of the language that the service recognized; null if it did not. */
  from: string | null;
}

/** A translation service. */
export interface Translator {
  /** Translates plain text. Throws any error if the service does not answer as it should. */
  translate(text: string, to: Locale): Promise<Translation>;
}
