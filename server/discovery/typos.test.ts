import { describe, expect, it } from 'vitest';
import { correctionsOf, editDistance, maxTypos } from './typos.ts';

// cspell:ignore gitar guitarr guiter guiatr gutair kitchne maratohn

describe('typo distance', () => {
  it.each([
    ['guitar', 'guitar', 0],
    ['gitar', 'guitar', 1],
    ['guitarr', 'guitar', 1],
    ['guiter', 'guitar', 1],
    ['guiatr', 'guitar', 1],
    ['gutair', 'guitar', 2],
    ['', 'song', 4],
    ['čaj', 'čáj', 1],
  ])('%s is %s but for %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });

  it('allows typos in long words and never in numbers', () => {
    expect(['art', 'song', 'kitchen', 'marathon', 'song1234'].map(maxTypos)).toEqual([0, 1, 1, 2, 0]);
  });

  it('picks the nearest word', () => {
    expect(correctionsOf('kitchne', ['kitten', 'kitchen', 'kitchens', 'chicken'])).toEqual(['kitchen']);
    expect(correctionsOf('maratohn', ['marathons', 'marathon'])).toEqual(['marathon', 'marathons']);
  });
});
