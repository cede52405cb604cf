import { afterEach, expect, it } from 'vitest';
import { maskedTitle } from '#server/pools/adult-mask.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { poolTitleText } from './masked-title.ts';

// cspell:ignore Erwachsene

afterEach(speakEnglish);

it('translates the title of a masked pool, as the server masks it, and no other title', () => {
  const masked = maskedTitle();
  expect(poolTitleText(masked)).toBe('Adult pool');
  speak(({ sentence }) => (sentence[0] === 'Adult pool' ? 'Pool für Erwachsene' : undefined));
  expect(poolTitleText(masked)).toBe('Pool für Erwachsene');
  expect(poolTitleText('Adult pools')).toBe('Adult pools');
});
