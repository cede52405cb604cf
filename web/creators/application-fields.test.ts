import { describe, expect, it } from 'vitest';
import { cleanUsername } from './application-fields.ts';

describe('cleaning a typed username', () => {
  it.each([
    ['Odd Harbour', 'oddharbour'],
    ['ÄÖ-under_SCORE.9', 'under_score9'],
    ['', ''],
  ])('%s becomes %s', (typed, kept) => expect(cleanUsername(typed)).toBe(kept));
});
