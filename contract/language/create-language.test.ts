import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterEach, expect, it } from 'vitest';
import { speakEnglish } from '#testing/language.ts';
import { createLanguage } from './create-language.ts';
import { withoutIsolates } from './isolate.ts';
import { plural, setLanguage, t } from './text.ts';

// cspell:ignore sagt

afterEach(speakEnglish);

const catalogueOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([icu, text]) => [generateMessageId(icu), compileMessage(text)]));

it('translates by the English sentence, with the plural forms of the language', () => {
  const arabic = createLanguage(
    'ar',
    catalogueOf({
      '{fans, plural, one {# fan backs} other {# fans back}} {title}.':
        '{fans, plural, zero {لا أحد} one {معجب واحد} two {معجبان} few {# معجبين} many {# معجبًا} other {# معجب}} · {title}',
    }),
  );
  setLanguage(() => arabic);
  const backs = (fans: number) =>
    t`${plural({ fans }, { one: '# fan backs', other: '# fans back' })} ${{ title: 'A song' }}.`;
  expect([0, 1, 2, 3, 11, 100].map(backs).map((text) => text.split(' · ')[0])).toEqual([
    'لا أحد',
    'معجب واحد',
    'معجبان',
    '3 معجبين',
    '11 معجبًا',
    '100 معجب',
  ]);
});

it('leaves what people wrote as it is', () => {
  const german = createLanguage('de', catalogueOf({ '{name} said hello': '{name} sagt hallo' }));
  setLanguage(() => german);
  for (const name of ['\\u0041', '\\x41 \\', '{name}', '#', '<b>', 'constructor'])
    expect(t`${{ name }} said hello`).toBe(`${name} sagt hallo`);
});

it('keeps the sign before a username with it', () => {
  const arabic = createLanguage('ar', catalogueOf({ 'From @{name}': 'من @{name}' }));
  setLanguage(() => arabic);
  expect(t`From @${{ name: 'maya' }}`).toBe('من \u2068@maya\u2069');
});

it('keeps English where the text is missing, until it is added', () => {
  const german = createLanguage('de', {});
  setLanguage(() => german);
  const close = () => t`Close`;
  expect(close()).toBe('Close');
  german.add(catalogueOf({ Close: 'Schließen' }));
  expect(close()).toBe('Schließen');
});

it('keeps the order of English sentences in a line from right to left', () => {
  const arabic = createLanguage('ar', catalogueOf({ Close: 'إغلاق' }));
  setLanguage(() => arabic);
  expect(t`Close`).toBe('إغلاق');
  expect(t`${plural({ entries: 2 }, { one: '# entry', other: '# entries' })}.`).toBe('\u20682 entries.\u2069');
  // Browsers and people copy addresses.
  expect(t`See ${{ url: 'https://fans.example/a' }}`).toBe('See https://fans.example/a');
});

it('isolates values of the other direction, so that they do not reorder the sentence', () => {
  const texts = catalogueOf({ '{name} pledged {amount}: {url}': '{name} · {amount} · {url}' });
  const pledged = (name: string) => t`${{ name }} pledged ${{ amount: '$10' }}: ${{ url: 'https://fans.example/a' }}`;
  const german = createLanguage('de', texts);
  setLanguage(() => german);
  expect(pledged('Maya')).toBe('Maya · $10 · https://fans.example/a');
  expect(pledged('أحمد')).toBe('\u2068أحمد\u2069 · $10 · https://fans.example/a');
  const arabic = createLanguage('ar', texts);
  setLanguage(() => arabic);
  expect(pledged('Maya')).toBe('\u2068Maya\u2069 · \u2068$10\u2069 · https://fans.example/a');
  expect(withoutIsolates(pledged('Maya'))).toBe('Maya · $10 · https://fans.example/a');
});
