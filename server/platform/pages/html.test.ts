import { expect, test } from 'vitest';
import { utf8Of } from './html.ts';

test.each([
  '',
  'plain',
  'Zoë paid 3 €',
  '🎵 für alle 🎵',
  'cut in half \ud83c',
  '\udfb5 and again 🎵',
  'ä'.repeat(100_000),
])('the bytes of %j are those of its UTF-8', (text) => {
  expect(utf8Of(text).equals(Buffer.from(text))).toBe(true);
});
