import { describe, expect, it } from 'vitest';
import { categoriesIn, pageIn } from './feed-queries.ts';

describe('the address of the feed', () => {
  it('gives a page, the first for anything strange', () => {
    expect(pageIn(new URLSearchParams('page=3'))).toBe(3);
    for (const page of ['0', '-1', '1.5', 'x', '', '1e9']) expect(pageIn(new URLSearchParams({ page }))).toBe(1);
    expect(pageIn(new URLSearchParams())).toBe(1);
  });

  it('gives categories by either name, none for all', () => {
    expect(categoriesIn(new URLSearchParams('categories=Comedy, Music,'))).toBe('Comedy,Music');
    expect(categoriesIn(new URLSearchParams('category=Film'))).toBe('Film');
    expect(categoriesIn(new URLSearchParams('categories=All'))).toBe('');
  });
});
