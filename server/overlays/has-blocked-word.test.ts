import { expect, it } from 'vitest';
import { patternOf } from '#server/chat/moderation/word-filter.ts';
import { hasBlockedWord } from './has-blocked-word.ts';

// cspell:disable
const filter = patternOf(['spam', 'scam*', 'hello', '88', 'कम']);

it.each([
  'Spam',
  'the SPAM king',
  'spám',
  'ŜPÂM',
  's\u0336p\u0336a\u0336m\u0336',
  'sp4m',
  '5P@M',
  '$pam_2000',
  'h3llo',
  'he11o',
  'ｓｐａｍ',
  '𝓼𝓹𝓪𝓶',
  'ⓢⓟⓐⓜ',
  's.p.a.m',
  's p a m',
  '_s_c_a_m_mer',
  '88',
  'कम',
])('finds a blocked word in %s', (name) => {
  expect(hasBlockedWord(filter, name)).toBe(true);
});

it.each(['Pam', 'Spamela', 'Maya 1988', 'Es pam', 'काम', 'مريم', '小林 さくら', '🎉', ''])(
  'finds none in %s',
  (name) => {
    expect(hasBlockedWord(filter, name)).toBe(false);
  },
);

it('finds nothing if no word is blocked', () => {
  expect(hasBlockedWord(null, 'spam')).toBe(false);
});
