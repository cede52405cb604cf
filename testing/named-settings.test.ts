import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '#server/platform/config/config.ts';

const names = Object.keys(settings);
const named = new RegExp(`\\b(?:${names.join('|')})\\b`);

it('explains settings in every file of a screen that names some', () => {
  const files = globSync('web/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') });
  const withoutNotes = files.filter((path) => {
    const text = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return named.test(text) && !text.includes('<SettingNotes');
  });
  expect(files.length).toBeGreaterThan(300);
  expect(withoutNotes).toEqual([]);
});
