import { describe, expect, it } from 'vitest';
import { barCategories, moreCategoriesLabel } from './category-bar-order.ts';

const all = ['NSFW', 'Art', 'Comedy', 'Cooking', 'Cosplay', 'Dance', 'Film', 'Tech'].map((name) => ({ name }));

const wide = (...picked: string[]) => barCategories(all, picked).map(({ category }) => category.name);
const phone = (...picked: string[]) =>
  barCategories(all, picked)
    .filter(({ onPhone }) => onPhone)
    .map(({ category }) => category.name);

describe('the category bar', () => {
  it('shows the first five categories, and three on a phone', () => {
    expect(wide()).toEqual(['NSFW', 'Art', 'Comedy', 'Cooking', 'Cosplay']);
    expect(phone()).toEqual(['NSFW', 'Art', 'Comedy']);
  });

  it('shows the last category chosen from the menu in its last place', () => {
    expect(wide('Tech')).toEqual(['NSFW', 'Art', 'Comedy', 'Cooking', 'Tech']);
    expect(phone('Tech')).toEqual(['NSFW', 'Art', 'Tech']);
    expect(wide('Tech', 'Film').at(-1)).toBe('Film');
    expect(wide('Tech', 'Cosplay').at(-1)).toBe('Cosplay');
  });

  it('keeps its order when a visible category is chosen', () => {
    expect(wide('Art', 'NSFW')).toEqual(wide());
    expect(phone('Art')).toEqual(phone());
    expect(wide('Tech', 'Art')).toEqual(wide('Tech'));
  });

  it('moves a category that only the desktop bar shows into the phone bar', () => {
    expect(phone('Cooking')).toEqual(['NSFW', 'Art', 'Cooking']);
    expect(wide('Cooking')).toEqual(wide());
    expect(phone('Tech', 'Cooking')).toEqual(['NSFW', 'Art', 'Cooking']);
    expect(wide('Tech', 'Cooking').at(-1)).toBe('Tech');
  });

  it('names the chosen categories of the menu on its button', () => {
    const rest = all.slice(4);
    const face = (...chosen: string[]) => moreCategoriesLabel(rest, ({ name }) => chosen.includes(name));
    expect(face()).toEqual({ chosen: undefined, label: '+4 more categories' });
    expect(face('Tech')).toEqual({ chosen: 'Tech', label: 'Tech +4 more categories, 1 chosen' });
    expect(face('Tech', 'Dance').chosen).toBe('Dance, Tech');
    expect(face('Tech', 'Dance', 'Film')).toEqual({
      chosen: '3 chosen',
      label: '3 chosen +4 more categories: Dance, Film, Tech',
    });
  });

  it.each([[['Tech', 'Film']], [['Cosplay', 'Film', 'Tech']], [['Tech', 'Dance', 'Film', 'NSFW']]])(
    'shows each of %j in the bar or on the menu button',
    (chosen) => {
      const shown = wide(...chosen);
      const { label } = moreCategoriesLabel(
        all.filter(({ name }) => !shown.includes(name)),
        ({ name }) => chosen.includes(name),
      );
      expect(shown).toHaveLength(5);
      for (const name of chosen) expect(shown.includes(name) || label.includes(name), name).toBe(true);
    },
  );

  it('shows fewer categories when fewer exist', () => {
    expect(barCategories(all.slice(0, 2), ['Gone']).map(({ onPhone }) => onPhone)).toEqual([true, true]);
    expect(barCategories([], ['Gone'])).toEqual([]);
  });
});
