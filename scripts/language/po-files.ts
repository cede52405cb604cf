import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { createItem, type PoItem, parsePo, stringifyPo } from 'pofile-ts';
import { allLocales, type Locale } from '#contract/language/languages.ts';
import { isForOperators, type SourceText } from './texts.ts';

/** The files for translators, which are gettext PO files. Their texts are in ICU MessageFormat. */
const folder = join(import.meta.dirname, '../../locales');

/** `messages`: the texts to translate. `english-only`: those for operators, which only the pseudo-language has. */
export const templateNames = ['messages', 'english-only'] as const;
type TemplateName = (typeof templateNames)[number];
const fileOfTemplate = (name: TemplateName) => join(folder, `${name}.pot`);

/** A text of a PO file. */
export interface Translation {
  id: string;
  message: string;
  context: string | undefined;
  /** Empty if the text is not translated yet. */
  text: string;
  /** A person has to look at the translation, because the English has changed. It is not used. */
  isFuzzy: boolean;
}

/** The languages with a file in `locales/`: English is in the source, and the pseudo-language is made from it. */
export const translatedLocales: readonly Locale[] = allLocales.filter((locale) => !/^en(-XA)?$/.test(locale));

export const fileOf = (locale: Locale, within = folder): string => join(within, `${locale}.po`);

const idOf = ({ msgid, msgctxt }: PoItem) => generateMessageId(msgid, msgctxt ?? undefined) as string;

const itemsIn = (file: string): PoItem[] => parsePo(readIfThere(file)).items;

/** The texts of the source with their files, as of the last `npm run texts`. */
export function readTemplate(name: TemplateName): Pick<SourceText, 'id' | 'message' | 'context' | 'origins'>[] {
  return itemsIn(fileOfTemplate(name)).map((item) => ({
    id: idOf(item),
    message: item.msgid,
    context: item.msgctxt ?? undefined,
    origins: item.references,
  }));
}

export function readTranslations(file: string): Translation[] {
  return itemsIn(file).map((item) => ({
    id: idOf(item),
    message: item.msgid,
    context: item.msgctxt ?? undefined,
    text: item.msgstr.join(''),
    isFuzzy: item.flags.fuzzy === true,
  }));
}

/** Dates and revisions are left out: Git has them, and they would conflict whenever two people change texts. */
const headersOf = (language: string) => ({
  'Project-Id-Version': 'Fanfare',
  Language: language,
  'MIME-Version': '1.0',
  'Content-Type': 'text/plain; charset=UTF-8',
  'Content-Transfer-Encoding': '8bit',
});

/** One line for each text, however long, so that a change of a word is a change of one line. */
const write = (headers: Record<string, string>, items: PoItem[]) =>
  `${stringifyPo({ headers, items }, { foldLength: 0 }).trimEnd()}\n`;

function itemOf({ message, context, origins, placeholders }: SourceText): PoItem {
  return {
    ...createItem(),
    msgid: message,
    msgctxt: context ?? null,
    msgstr: [''],
    references: origins,
    extractedComments: Object.entries(placeholders)
      .map(([name, expression]) => `{${name}}: ${expression.replace(/\s+/g, ' ')}`)
      // A name says as much as an expression that repeats it.
      .filter((comment) => !/^\{(\w+)\}: (?:\w+\.)?\1$/.test(comment)),
  };
}

/** The file of a template, for the texts of the source. */
export const templateOf = (name: TemplateName, texts: readonly SourceText[]): string =>
  write(headersOf(''), textsIn(name, texts).map(itemOf));

const textsIn = (name: TemplateName, texts: readonly SourceText[]) =>
  texts.filter((text) => isForOperators(text) === (name === 'english-only'));

/** The texts in a language: translations of the earlier file stay, new texts are empty, and texts that are gone leave. */
export function mergeTranslations(locale: Locale, texts: readonly SourceText[], earlier: string): string {
  const known = new Map(parsePo(earlier).items.map((item) => [idOf(item), item]));
  const items = textsIn('messages', texts).map((text) => {
    const { msgstr = [''], comments = [], flags = {} } = known.get(text.id) ?? {};
    return { ...itemOf(text), msgstr, comments, flags };
  });
  return write(headersOf(locale), items);
}

export const readTemplateFile = (name: TemplateName): string => readIfThere(fileOfTemplate(name));
export const writeTemplateFile = (name: TemplateName, content: string): void =>
  writeFileSync(fileOfTemplate(name), content);

export const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
