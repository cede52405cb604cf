import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { afterAll, expect, it } from 'vitest';
import { createLanguage } from '#contract/language/create-language.ts';
import { msg, plural } from '#contract/language/text.ts';
import { compile, compileFile } from './compile.ts';

// cspell:ignore Offen

const folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
afterAll(() => rmSync(folder, { recursive: true }));

function compileText(po: string) {
  const file = join(folder, 'de.po');
  writeFileSync(file, po);
  return compileFile(file);
}

it('compiles translations to what the product looks up', () => {
  const { catalogue, missing } = compileText(`
msgid "{fans, plural, one {# fan backs} other {# fans back}} “{title}”."
msgstr "{fans, plural, one {# Fan unterstützt} other {# Fans unterstützen}} „{title}“."

msgctxt "a parcel"
msgid "Open"
msgstr "Öffnen"
`);
  const german = createLanguage('de', catalogue);
  const backs = msg`${plural({ fans: 3 }, { one: '# fan backs', other: '# fans back' })} “${{ title: 'A song' }}”.`;
  expect(german.translate(backs)).toBe('3 Fans unterstützen „A song“.');
  expect(german.translate(msg({ message: 'Open', context: 'a parcel' }))).toBe('Öffnen');
  expect(german.translate(msg`Open`)).toBeUndefined();
  expect(missing).toBe(0);
});

it('leaves out texts that are missing, doubtful or faulty', () => {
  const { catalogue, missing } = compileText(`
msgid "Close"
msgstr ""

#, fuzzy
msgid "Open"
msgstr "Offen"

msgid "Hello {name}"
msgstr "Hallo {name"
`);
  expect([catalogue, missing]).toEqual([{}, 3]);
});

it('makes the pseudo-language from all texts, also those for operators', () => {
  const { catalogue } = compile('en-XA');
  expect(catalogue[generateMessageId('Password is required')]).toBeDefined();
  expect(catalogue[generateMessageId('Delivery worth {amount}')]).toBeDefined();
});
