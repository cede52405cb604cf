import { type Messages, setupI18n } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { createFormats, formatTagOf } from './formats.ts';
import { icuOf, valuesOf } from './icu.ts';
import { hasRtlLetters, isolate } from './isolate.ts';
import { directionOf, type Locale } from './languages.ts';
import type { Language, Message, Value } from './text.ts';

/** Compiled texts by Lingui's id of the English sentence. */
export type Catalogue = Messages;

// Lingui decodes escape sequences such as "\u0041" also in values, which people wrote.
const escaped = (text: string) => text.replaceAll('\\', '\\x5c');

/** A language with its texts. `add` takes more texts later. Only languages other than English load this module. */
export function createLanguage(locale: Locale, messages: Catalogue): Language & { add(more: Catalogue): void } {
  const i18n = setupI18n({ locale, locales: formatTagOf(locale), messages: { [locale]: { ...messages } } });
  const isRtl = directionOf(locale) === 'rtl';
  const rendered = (value: Value): Value => {
    if (typeof value === 'number') return value;
    return escaped(isRtl || hasRtlLetters(value) ? isolate(value) : value);
  };
  // The array of a tagged template is the same each time its code runs.
  const ids = new WeakMap<readonly string[], string>();

  function idOf(message: Message): string {
    const known = ids.get(message.sentence);
    if (known !== undefined) return known;
    const id = generateMessageId(icuOf(message), message.context) as string;
    ids.set(message.sentence, id);
    return id;
  }

  return {
    locale,
    prefix: '',
    isRtl,
    formats: createFormats(locale),
    add: (more) => i18n.load(locale, more),
    translate(message) {
      const id = idOf(message);
      if (!Object.hasOwn(i18n.messages, id)) return undefined;
      const values = Object.entries(valuesOf(message.parts)).map(([name, value]) => [name, rendered(value)]);
      // "@name" is one word, also where the sentence runs from right to left.
      return i18n._(id, Object.fromEntries(values)).replaceAll('@\u2068', '\u2068@');
    },
  };
}
