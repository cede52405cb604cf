import { describe, expect, it } from 'vitest';
import { feedAddressPath, feedTitle, parseFeedAddress } from './feed-address.ts';
import { isUnfiltered } from './feed-filter.ts';
import { pageIn } from './feed-queries.ts';

const at = (search: string) => parseFeedAddress(new URLSearchParams(search));

describe('the address of the feed', () => {
  it('parses the page and falls back to page 1', () => {
    expect(pageIn(new URLSearchParams('page=3'))).toBe(3);
    for (const page of ['0', '-1', '1.5', 'x', '', '1e9']) expect(pageIn(new URLSearchParams({ page }))).toBe(1);
    expect(pageIn(new URLSearchParams())).toBe(1);
  });

  it('parses categories from either parameter and treats All as none', () => {
    expect(at('categories=Comedy, Music,,Comedy').categories).toEqual(['Comedy', 'Music']);
    expect(at('category=Film').categories).toEqual(['Film']);
    expect(at('categories=All').categories).toEqual([]);
    expect(at('categories=').categories).toEqual([]);
  });

  it('parses the search and the sort order and drops an unknown order', () => {
    expect(at('search=%20rain%20&sort=ending-soon')).toEqual({
      categories: [],
      search: 'rain',
      sort: 'ending-soon',
      page: 1,
    });
    expect(at('sort=cheapest')).not.toHaveProperty('sort');
    expect(at(`search=${'x'.repeat(500)}`).search).toHaveLength(200);
  });

  it('parses what it builds and omits parameters that are not set', () => {
    const place = { categories: ['Comedy', 'R&B live'], search: '100% _a_ & b', page: 4 };
    const path = feedAddressPath('/browse-tip-pools', { ...place, sort: 'most-funded' });
    expect(parseFeedAddress(new URL(path, 'https://x.test').searchParams)).toEqual({ ...place, sort: 'most-funded' });
    expect(feedAddressPath('/home', { categories: [], search: '', page: 1 })).toBe('/home');
    expect(feedAddressPath('/', { categories: ['Art', 'Film'], search: '', page: 2 })).toBe(
      '/?categories=Art,Film&page=2',
    );
  });

  it('keeps the filter for pools that are open to any creator', () => {
    const place = { ...at('anyCreator=true&categories=Art&page=2') };
    expect(place.anyCreator).toBe(true);
    expect(feedAddressPath('/', place)).toBe('/?categories=Art&anyCreator=true&page=2');
    expect(isUnfiltered(at('anyCreator=true'))).toBe(false);
    expect(at('anyCreator=yes')).not.toHaveProperty('anyCreator');
    expect(feedTitle(place)).toBe('Tip pools in Art for any creator, page 2');
  });

  it('keeps the range of the goal and the days, and drops values that the server refuses', () => {
    const place = at('minGoal=25000&maxGoal=50000&maxDays=7');
    expect(feedAddressPath('/', place)).toBe('/?minGoal=25000&maxGoal=50000&maxDays=7');
    expect(feedTitle(place)).toBe('Tip pools with a goal from $250 to $500 that end within 7 days');
    expect(isUnfiltered(place)).toBe(false);
    for (const bad of [
      'maxDays=0',
      'maxDays=91',
      'maxDays=',
      'minGoal=-1',
      'maxGoal=1.5',
      'maxGoal=10000001',
      'minGoal=x',
    ])
      expect(isUnfiltered(at(bad))).toBe(true);
    expect(at('minGoal=500&maxGoal=400')).not.toHaveProperty('maxGoal');
  });

  it('is unfiltered in any sort order', () => {
    expect(isUnfiltered(at('sort=trending&page=2'))).toBe(true);
    expect(isUnfiltered(at('search=x'))).toBe(false);
    expect(isUnfiltered(at('category=Art'))).toBe(false);
  });
});
