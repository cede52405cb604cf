import { describe, expect, it } from 'vitest';
import { extractTexts } from './extract-texts.ts';
import { mergeTranslations, templateOf } from './po-files.ts';
import type { SourceText } from './texts.ts';

// cspell:ignore Erster Zweiter

const text = (message: string, more: Partial<SourceText> = {}): SourceText => ({
  id: message,
  message,
  context: undefined,
  origins: ['web/pools/example.tsx'],
  placeholders: {},
  ...more,
});

describe('the template for translators', () => {
  it('has the English, the context, the files and the expressions of the placeholders', () => {
    const template = templateOf('messages', [
      text('Open', { context: 'a pool that takes pledges', origins: ['web/a.tsx', 'web/b.tsx'] }),
      text('Charged on {when}: {amount}', { placeholders: { when: 'fullDate(pool.deadline)', amount: 'amount' } }),
    ]);
    expect(template.slice(template.indexOf('#:'))).toBe(
      [
        '#: web/a.tsx',
        '#: web/b.tsx',
        'msgctxt "a pool that takes pledges"',
        'msgid "Open"',
        'msgstr ""',
        '',
        '#. {when}: fullDate(pool.deadline)',
        '#: web/pools/example.tsx',
        'msgid "Charged on {when}: {amount}"',
        'msgstr ""',
        '',
      ].join('\n'),
    );
  });

  it('leaves out what only operators read', () => {
    const texts = [
      text('Held money', { origins: ['web/bookkeeping/held-list.tsx'] }),
      text('Close', { origins: ['web/bookkeeping/held-list.tsx', 'web/ui/dialog.tsx'] }),
    ];
    const idsOf = (template: string) => [...template.matchAll(/msgid "(.+)"/g)].map(([, id]) => id);
    expect(idsOf(templateOf('messages', texts))).toEqual(['Close']);
    expect(idsOf(templateOf('english-only', texts))).toEqual(['Held money']);
  });

  it('keeps its order when files have the same texts', () => {
    const files = ['contract/pools/pool-status.ts', 'contract/errors.ts'];
    expect(extractTexts(files).texts.length).toBeGreaterThan(10);
    expect(templateOf('messages', extractTexts(files).texts)).toBe(templateOf('messages', extractTexts(files).texts));
  });
});

describe('the file of a language', () => {
  const texts = extractTexts(['contract/pools/pool-status.ts']).texts;
  const [first, second, ...others] = texts as [SourceText, SourceText, ...SourceText[]];
  const translated = mergeTranslations('de', [first, second], '')
    .replace(`"${first.message}"\nmsgstr ""`, `"${first.message}"\nmsgstr "Erster"`)
    .replace(`"${second.message}"\nmsgstr ""`, `"${second.message}"\nmsgstr "Zweiter"`);

  it('keeps translations, takes new texts and drops those that are gone', () => {
    const merged = mergeTranslations('de', [second, ...others], translated);
    expect(merged).toContain(`msgid "${second.message}"\nmsgstr "Zweiter"`);
    expect(merged).toContain(`msgid "${others[0]?.message}"\nmsgstr ""`);
    expect(merged).not.toContain('Erster');
  });

  it('keeps what translators noted', () => {
    const noted = translated.replace('#: contract', '# too long for the button\n#, fuzzy\n#: contract');
    const merged = mergeTranslations('de', texts, noted);
    expect(merged).toContain('# too long for the button\n');
    expect(merged).toContain('#, fuzzy\n');
  });
});
