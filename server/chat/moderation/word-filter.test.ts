import { expect, it } from 'vitest';
import { patternOf } from './word-filter.ts';

// cspell:ignore Straße straße spammy

it('matches whole words regardless of case, prefixes before a star, and nothing for an empty list', () => {
  const pattern = patternOf(['spam', 'scam*', 'a.b', 'two words', 'Straße']);
  for (const text of ['SPAM!', 'no scammers', 'see a.b', 'these two words', 'in der straße']) {
    expect(pattern?.test(text), text).toBe(true);
  }
  for (const text of ['spammy', 'aXb', 'a scan', 'wordsmith']) expect(pattern?.test(text), text).toBe(false);
  expect(patternOf([])).toBeNull();
  expect(patternOf(['*'])).toBeNull();
});
