import { describe, expect, it } from 'vitest';
import { barOf } from './category-bar-order.ts';

const all = ['NSFW', 'Art', 'Comedy', 'Cooking', 'Cosplay', 'Dance', 'Film', 'Tech'].map((name) => ({ name }));

const wide = (...picked: string[]) => barOf(all, picked).map(({ category }) => category.name);
const phone = (...picked: string[]) =>
  barOf(all, picked)
    .filter(({ onPhone }) => onPhone)
    .map(({ category }) => category.name);

describe('the category bar', () => {
  it('holds the first five, and three on a phone', () => {
    expect(wide()).toEqual(['NSFW', 'Art', 'Comedy', 'Cooking', 'Cosplay']);
    expect(phone()).toEqual(['NSFW', 'Art', 'Comedy']);
  });

  it('gives its last place to what was chosen from the rest', () => {
    expect(wide('Tech')).toEqual(['NSFW', 'Art', 'Comedy', 'Cooking', 'Tech']);
    expect(phone('Tech')).toEqual(['NSFW', 'Art', 'Tech']);
    expect(wide('Tech', 'Film').at(-1)).toBe('Film');
    expect(wide('Tech', 'Cosplay').at(-1)).toBe('Cosplay');
  });

  it('moves nothing for what stands in it already', () => {
    expect(wide('Art', 'NSFW')).toEqual(wide());
    expect(phone('Art')).toEqual(phone());
    expect(wide('Tech', 'Art')).toEqual(wide('Tech'));
  });

  it('takes from the rest of the phone what stands in the longer bar', () => {
    expect(phone('Cooking')).toEqual(['NSFW', 'Art', 'Cooking']);
    expect(wide('Cooking')).toEqual(wide());
    expect(phone('Tech', 'Cooking')).toEqual(['NSFW', 'Art', 'Cooking']);
    expect(wide('Tech', 'Cooking').at(-1)).toBe('Tech');
  });

  it('holds fewer where there are fewer', () => {
    expect(barOf(all.slice(0, 2), ['Gone']).map(({ onPhone }) => onPhone)).toEqual([true, true]);
    expect(barOf([], ['Gone'])).toEqual([]);
  });
});
