import { expect, it } from 'vitest';
import { startOfText } from './start-of-text.ts';

it.each([
  ['short', 9, 'short'],
  ['abcdef', 3, 'abc'],
  ['ab👩‍👩‍👧‍👦cd', 8, 'ab'],
  ['ab🇩🇪🇫🇷', 7, 'ab🇩🇪'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['👍🏽👍🏽', 5, '👍🏽'],
  ['\u1100\u1161\u11a8x', 2, ''],
])('cuts %j at %i between characters', (text, max, start) => expect(startOfText(text, max)).toBe(start));
