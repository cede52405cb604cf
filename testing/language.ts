import { createFormats } from '#contract/language/formats.ts';
import { type Language, type Message, setLanguage } from '#contract/language/text.ts';
import { languageNow } from '#server/platform/language/in-language.ts';

/** A language with these translations. */
export const languageOf = (translate: Language['translate'], prefix = ''): Language => ({
  locale: 'de',
  prefix,
  isRtl: false,
  formats: createFormats('de'),
  translate,
});

/** Makes texts appear in a language with these translations. */
export function speak(translate: (message: Message) => string | undefined, prefix = ''): void {
  const language = languageOf(translate, prefix);
  setLanguage(() => language);
}

/** English outside of `inLanguage`, as on the server. Other tests of the process share the modules. */
export const speakEnglish = (): void => setLanguage(languageNow);
