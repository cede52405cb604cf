import { type Language, type Message, setLanguage } from '#contract/language/text.ts';

/** Makes texts appear in a language with these translations. */
export function speak(translate: (message: Message) => string | undefined): void {
  const language: Language = { locale: 'de', prefix: '', translate };
  setLanguage(() => language);
}

export const speakEnglish = (): void => setLanguage(() => undefined);
