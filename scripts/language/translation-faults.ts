// cspell:ignore votre usted

import { formsOf, type Variant, variantsOf } from './variants.ts';

/** Characters that change the direction of what follows, beyond the text. Marks (LRM, RLM) affect only their neighbors. */
const bidi = /[\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff\ufffd]/;

/** Words and spaces that the glossary forbids in a language. */
const styles: Partial<Record<string, readonly (readonly [RegExp, string])[]>> = {
  fr: [
    [/« | [»?!;:]/, 'a space that can break the line before a sign: it must be U+202F'],
    [/\b(?:votre|vos)\b/i, 'formal address'],
  ],
  es: [[/\busted(?:es)?\b/i, 'formal address']],
  ja: [[/あなた/, '“あなた”, which Japanese leaves out']],
};

const tagPattern = /<(\/?)(\w+)(\/?)>/g;

/** A label of this length has a place that a translation of three times the length would not fit into. */
const labelLength = 30;
/** A shorter word may need a longer one: "On" is "Activé" in French. */
const wordLength = 5;

/** Problems that make a translation wrong or dangerous; none if it can be published. */
export function faultsOfTranslation(locale: string, message: string, text: string): string[] {
  const faults = faultsOfCharacters(message, text);
  faults.push(...(styles[locale] ?? []).flatMap(([pattern, problem]) => (pattern.test(text) ? [problem] : [])));
  try {
    const english = variantsOf(message);
    const translated = variantsOf(text);
    const forms = formsOf(text);
    const [general] = english.slice(-1);
    if (!general) return faults;
    faults.push(
      ...faultsOfForms(locale, formsOf(message), forms),
      ...translated.flatMap((variant) => faultsOfVariant(locale, general, variant, forms)),
      ...faultsOfLength(english, translated),
    );
  } catch (error) {
    faults.push(`not ICU MessageFormat: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
  return [...new Set(faults)];
}

/** Problems that a person should look at. */
export function warningsOfTranslation(message: string, text: string): string[] {
  return message === text && message.split(/\s+/).length >= 4 ? ['the same as in English'] : [];
}

function faultsOfCharacters(message: string, text: string): string[] {
  const faults: string[] = [];
  if (bidi.test(text)) faults.push('a character that changes the direction of the text');
  if (control.test(text) || (text.includes('\n') && !message.includes('\n'))) faults.push('a control character');
  const edges = (words: string) => [/^\s*/.exec(words)?.[0], /\s*$/.exec(words)?.[0]].join('|');
  if (edges(message) !== edges(text)) faults.push('spaces at the beginning or the end');
  return faults;
}

type Forms = ReadonlyMap<string, ReadonlySet<string>>;

const faultsOfForms = (locale: string, english: Forms, translated: Forms): string[] =>
  [...english].flatMap(([name, forms]) => {
    const given = translated.get(name);
    if (!given) return [`{${name}} needs plural forms`];
    // English without a form for one says the same for every number, and so may the translation.
    const required = forms.has('one') ? commonCategories(locale) : ['other'];
    const possible: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    return [
      ...required.filter((form) => !given.has(form)).map((form) => `{${name}} lacks the form "${form}"`),
      ...[...given]
        .filter((form) => !/^\d+$/.test(form) && !possible.includes(form))
        .map((form) => `{${name}} has the form "${form}", which the language lacks`),
    ];
  });

/** The plural forms for numbers that occur. Some languages have another for whole millions, where the general one is fine. */
function commonCategories(locale: string): string[] {
  const rules = new Intl.PluralRules(locale);
  return [...new Set(Array.from({ length: 1000 }, (_, amount) => rules.select(amount) as string)), 'other'];
}

/** Whether a form is for a single number, so that it may spell the number out. */
function isForOneNumber(locale: string, form: string, forms?: ReadonlySet<string>): boolean {
  if (/^\d+$/.test(form)) return true;
  const rules = new Intl.PluralRules(locale);
  const numbers = Array.from({ length: 1000 }, (_, amount) => amount);
  return numbers.filter((amount) => rules.select(amount) === form && !forms?.has(String(amount))).length === 1;
}

function faultsOfVariant(locale: string, english: Variant, variant: Variant, forms: Forms): string[] {
  const chosen = [...variant.forms].map(([name, form]) => ` (${name}: ${form})`).join('');
  return [
    ...faultsOfValues(english, variant, chosen),
    ...[...variant.forms]
      .filter(([name, form]) => english.numbers.includes(name) && !isForOneNumber(locale, form, forms.get(name)))
      .filter(([name]) => !variant.numbers.includes(name))
      .map(() => `the number "#" is missing${chosen}`),
    ...faultsOfTags(english.words, variant.words, chosen),
  ];
}

function faultsOfValues(english: Variant, { values, forms }: Variant, chosen: string): string[] {
  const names = [...values, ...forms.keys()];
  return [
    ...english.values.filter((name) => !names.includes(name)).map((name) => `{${name}} is missing${chosen}`),
    ...names
      .filter((name) => !english.values.includes(name) && !english.forms.has(name))
      .map((name) => `{${name}} is not in the English`),
    ...values.filter((name) => english.forms.has(name)).map((name) => `{${name}} needs plural forms`),
    ...[...forms.keys()].filter((name) => english.values.includes(name)).map((name) => `{${name}} is not a count`),
  ];
}

const tagsOf = (words: string) => [...words.matchAll(tagPattern)].map(([tag]) => tag);

function faultsOfTags(english: string, translated: string, chosen: string): string[] {
  const faults: string[] = [];
  if (tagsOf(english).sort().join() !== tagsOf(translated).sort().join())
    faults.push(`other tags than in the English: ${tagsOf(english).join(' ') || 'it has none'}${chosen}`);
  if (translated.replaceAll(tagPattern, '').includes('<')) faults.push('"<" that is not the beginning of a tag');
  const open: string[] = [];
  for (const [tag, slash, name = '', isAlone] of translated.matchAll(tagPattern)) {
    if (isAlone) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) faults.push(`${tag} closes a tag that is not open${chosen}`);
  }
  return faults;
}

function faultsOfLength(english: readonly Variant[], translated: readonly Variant[]): string[] {
  const [label] = english;
  if (english.length !== 1 || !label || label.values.length > 0 || label.words.length > labelLength) return [];
  const limit = 3 * Math.max(label.words.length, wordLength);
  return translated.some(({ words }) => words.length > limit) ? [`longer than ${limit} characters: it is a label`] : [];
}
