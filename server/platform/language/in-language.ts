import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, setLanguage } from '#contract/language/text.ts';

const spoken = new AsyncLocalStorage<Language | undefined>();
setLanguage(() => spoken.getStore());

/** The language of the moment, for the bundle of the pages, which has a `setLanguage` for itself. */
export const languageNow = (): Language | undefined => spoken.getStore();

/** Runs a function, and whatever it waits for, in a language; undefined is English. Outside of it the server speaks English. */
export const inLanguage = <T>(language: Language | undefined, run: () => T): T => spoken.run(language, run);
