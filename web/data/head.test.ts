import { describe, expect, it } from 'vitest';
import { verbatim } from '#contract/language/text.ts';
import { titleOf } from './head.ts';
import { descriptionOf, keywordsOf } from './head-tags.ts';

const site = {
  brandName: 'Fanfare',
  locales: ['en' as const],
  publicUrl: 'https://fanfare.test',
  translates: false,
  adultContent: true,
  testCards: true,
  adultTestCards: true,
  minPledgeCents: 300,
  platformFeePercent: 5,
};

describe('head', () => {
  it('keeps titles within 60 characters, brand included', () => {
    expect(titleOf({ title: verbatim('Browse tip pools') }, site)).toBe('Browse tip pools | Fanfare');
    const long = titleOf(
      { title: verbatim('A live acoustic set of the lost second album in one unbroken take') },
      site,
    );
    expect(long.length).toBeLessThanOrEqual(60);
    expect(long).toMatch(/… \| Fanfare$/);
    expect(titleOf({ title: verbatim('Fanfare') }, site)).toBe('Fanfare');
  });

  it('keeps descriptions within 155 characters and on one line', () => {
    const text = descriptionOf(
      { title: verbatim('x'), description: verbatim(`two\n lines ${'word '.repeat(60)}`) },
      site,
    );
    expect(text.length).toBeLessThanOrEqual(155);
    expect(text).toMatch(/^two lines word/);
    expect(descriptionOf({ title: verbatim('x') }, site).length).toBeLessThanOrEqual(155);
  });

  it('takes at most five keywords and skips common words', () => {
    expect(keywordsOf('Fans pool pledges for content that they ask from a creator, fans')).toEqual([
      'fans',
      'pool',
      'pledges',
      'content',
      'creator',
    ]);
  });
});

it('cuts titles between characters', () => {
  const site = { brandName: 'Fanfare' } as Parameters<typeof titleOf>[1];
  for (let length = 30; length < 60; length += 1) {
    const title = titleOf({ title: verbatim(`${'x'.repeat(length)}${'👩‍👩‍👧‍👦'.repeat(9)}`) }, site);
    expect(title.replaceAll('👩‍👩‍👧‍👦', '')).toMatch(/^x+… \| Fanfare$/);
  }
});
