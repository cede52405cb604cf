import { createFormats } from '#contract/language/formats.ts';
import { type Language, type Message, setLanguage } from '#contract/language/text.ts';

/** Makes texts appear in a language with these translations. */
export function speak(translate: (message: Message) => string | undefined): void {
  const language: Language = { locale: 'de', prefix: '', formats: createFormats('de'), translate };
  setLanguage(() => language);
}

export const speakEnglish = (): void => setLanguage(() => undefined);
