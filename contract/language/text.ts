import type { Formats } from './formats.ts';
import { grouped } from './grouped.ts';
import { isolate } from './isolate.ts';
import type { Locale } from './languages.ts';

/**
 * Texts for people. The English sentence stays in the source, in the syntax of Lingui's macros (docs/decisions/0089), and its placeholders
 * have names for translators: t`${{ name }} pledged ${{ amount: formatMoney(cents) }}.` Other languages translate the same sentence.
 */

declare const isText: unique symbol;
/** Text for people: the result of `t`, or content that someone wrote (`verbatim`). */
export type Text = string & { readonly [isText]: true };

/** The value of a placeholder. Format money, dates and numbers above a thousand before. */
export type Value = string | number;

/** A value with its name, as the only property: `{ name }`. Translators see the name. */
type Placeholder = Readonly<Record<string, Value>>;

/**
 * The words that change with a count, by plural form: English has `one` and `other`. `0`: exactly zero. "#" is the number. A form has no
 * placeholders; translators may move the rest of the sentence into the forms.
 */
interface PluralForms {
  readonly 0?: string;
  readonly one?: string;
  readonly other: string;
}

export interface Plural {
  readonly name: string;
  readonly amount: number;
  readonly forms: PluralForms;
}

export type Part = Placeholder | Plural;

export const isPlural = (part: Part): part is Plural => typeof part.forms === 'object';

/** A text that is not rendered yet: a constant of a module, or a text for another person's language. */
export interface Message {
  readonly sentence: readonly string[];
  readonly parts: readonly Part[];
  /** Tells equal English texts of different meaning apart, for translators. */
  readonly context?: string | undefined;
}

/** A language other than English. */
export interface Language {
  readonly locale: Locale;
  /** The beginning of the paths of its pages: "/de" for visitors, empty for signed-in people. */
  readonly prefix: string;
  /** Whether its script runs from right to left. */
  readonly isRtl: boolean;
  readonly formats: Formats;
  /** Translates a message; undefined if its sentence is missing in the language. */
  translate(message: Message): string | undefined;
}

let readLanguage: () => Language | undefined = () => undefined;

/** Sets how to find the language of the moment: one per tab in browsers, one per request or recipient on the server. None: English. */
export function setLanguage(read: () => Language | undefined): void {
  readLanguage = read;
}

/** The language of the moment; undefined for English. */
export const currentLanguage = (): Language | undefined => readLanguage();

export const currentLocale = (): Locale => readLanguage()?.locale ?? 'en';

/** The `lang` of what someone wrote in this language; undefined if it is unknown, or the language of the page. */
export const langOf = (language: string | null | undefined): string | undefined =>
  language && !currentLocale().startsWith(language) ? language : undefined;

/** The formats of the language of the moment; undefined for English, whose formats are in contract/values. */
export const currentFormats = (): Formats | undefined => readLanguage()?.formats;

/** A text whose English has several meanings. It has no values. */
interface WithContext {
  message: string;
  context: string;
}

const isSentence = (source: TemplateStringsArray | WithContext): source is TemplateStringsArray =>
  Array.isArray(source);

/** Describes a text without rendering it: msg`Filling up`. */
export function msg(source: WithContext): Message;
export function msg(sentence: TemplateStringsArray, ...parts: Part[]): Message;
export function msg(source: TemplateStringsArray | WithContext, ...parts: Part[]): Message {
  return isSentence(source)
    ? { sentence: source, parts }
    : { sentence: [source.message], parts, context: source.context };
}

/** A text in the language of the moment: t`Nothing is charged today.` */
export function t(source: WithContext): Text;
export function t(sentence: TemplateStringsArray, ...parts: Part[]): Text;
export function t(source: TemplateStringsArray | WithContext, ...parts: Part[]): Text {
  return textOf(isSentence(source) ? msg(source, ...parts) : msg(source));
}

/** A count within a text: t`${plural({ fans }, { one: '# fan backs', other: '# fans back' })} this pool.` */
export function plural(amount: Readonly<Record<string, number>>, forms: PluralForms): Plural {
  const [[name, value] = ['count', 0]] = Object.entries(amount);
  return { name, amount: value, forms };
}

/** Content that is the same in every language: what people wrote, names, addresses. */
export const verbatim = (content: string): Text => content as Text;

/** The space between a sentence and the element after it. The signs at the end of Japanese sentences have theirs within. */
export const sentenceSpace = (): string => (currentLocale() === 'ja' ? '' : ' ');

/** Whole sentences one after the other; empty ones are left out. */
export const sentences = (...texts: readonly (Text | '' | null | undefined)[]): Text =>
  texts.reduce<string>(
    (all, text) => (text ? all + (/(?:^|[。！？：])$/.test(all) ? '' : ' ') + text : all),
    '',
  ) as Text;

/** A message in the language of the moment. English in a line from right to left keeps its order, as in an element with `dir`. */
export function textOf(message: Message): Text {
  const language = readLanguage();
  const translation = language?.translate(message);
  if (translation !== undefined) return translation as Text;
  const english = inEnglish(message);
  return (language?.isRtl ? isolate(english) : english) as Text;
}

/** The result of a function that must not wait, in English: for pages that are only in English. */
export function speakingEnglish<T>(run: () => T): T {
  const read = readLanguage;
  readLanguage = () => undefined;
  try {
    return run();
  } finally {
    readLanguage = read;
  }
}

/** A message in English, whatever the language of the moment: for the API, logs and operators. */
export function inEnglish({ sentence, parts }: Message): string {
  return sentence.reduce((text, after, index) => {
    const part = parts[index - 1];
    return `${text}${part ? partInEnglish(part) : ''}${after}`;
  });
}

function partInEnglish(part: Part): Value {
  if (!isPlural(part)) return Object.values(part)[0] ?? '';
  const { amount, forms } = part;
  const form = (amount === 0 ? forms[0] : undefined) ?? (amount === 1 ? forms.one : undefined) ?? forms.other;
  return form.replaceAll('#', grouped(amount));
}

/** For `RichText`: the message with each of its values replaced. Counts stay, because the plural form depends on them. */
export const mapValues = ({ parts, ...message }: Message, change: (value: Value) => Value): Message => ({
  ...message,
  parts: parts.map((part) =>
    isPlural(part) ? part : Object.fromEntries(Object.entries(part).map(([name, value]) => [name, change(value)])),
  ),
});
