import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isLocale, type Locale } from '#contract/language/languages.ts';
import { type LegalPage, type LegalText, legalPages } from '#contract/legal-texts.ts';
import { parseLegalText } from './parse-legal-text.ts';

/** The translations of LEGAL_FOLDER. */
export interface LegalTexts {
  of(locale: Locale, page: LegalPage): LegalText | null;
  /** How many files it has. */
  count: number;
  /** Every reason why the folder cannot be used, with the file and the line. */
  faults: readonly string[];
}

/** The longest English page has 20 KB. A page appears in its document twice, as HTML and as data. */
const maxBytes = 100_000;

/** Names such as ".DS_Store", or "..data" in a mounted ConfigMap. */
const isHidden = (name: string) => name.startsWith('.');

/**
 * Reads the operator's translations: LEGAL_FOLDER/de/terms-of-service.md. Unset: there are none. A start reads them once, like the
 * settings; links are followed, because Kubernetes mounts files as links.
 */
export function readLegalTexts({ legalFolder }: { legalFolder?: string | undefined }): LegalTexts {
  const texts = new Map<string, LegalText>();
  const faults: string[] = [];
  for (const locale of legalFolder ? listNames(legalFolder, faults) : []) {
    const folder = join(legalFolder ?? '', locale);
    if (!isLocale(locale) || locale === 'en') faults.push(`${folder}: “${locale}” is no language with translations`);
    else for (const name of listNames(folder, faults)) readOne(join(folder, name), { locale, name, texts, faults });
  }
  return { of: (locale, page) => texts.get(`${locale} ${page}`) ?? null, count: texts.size, faults };
}

function listNames(folder: string, faults: string[]): string[] {
  try {
    return readdirSync(folder).filter((name) => !isHidden(name));
  } catch (error) {
    faults.push(`${folder} cannot be read: ${(error as Error).message}`);
    return [];
  }
}

interface Found {
  locale: Locale;
  name: string;
  texts: Map<string, LegalText>;
  faults: string[];
}

function readOne(path: string, { locale, name, texts, faults }: Found): void {
  const page = legalPages.find((known) => name === `${known}.md`);
  if (!page) {
    faults.push(
      `${path}: no legal page has this name; the files are ${legalPages.map((known) => `${known}.md`).join(', ')}`,
    );
    return;
  }
  try {
    const { size } = statSync(path);
    if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are allowed`);
    const content = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    const parsed = parseLegalText(page, content);
    faults.push(...parsed.faults.map((fault) => `${path}: ${fault}`));
    texts.set(`${locale} ${page}`, parsed.text);
  } catch (error) {
    faults.push(`${path} cannot be read: ${(error as Error).message}`);
  }
}
