import { formatItems } from '#contract/language/lists.ts';
import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { categoryText } from '#contract/pools/category-text.ts';

export interface BarCategory<T> {
  category: T;
  /** Also visible in the shorter bar of a phone. */
  onPhone: boolean;
}

/** The category in the last place of a bar with `size` places: the last of `names` that has no fixed place, else the next by order. */
function lastOf<T extends { name: string }>(all: readonly T[], names: readonly string[], size: number): T | undefined {
  const movable = all.slice(size - 1);
  const latest = names.findLast((name) => movable.some((category) => category.name === name));
  return movable.find(({ name }) => name === latest) ?? movable[0];
}

/**
 * The categories in the bar: the first ones, and in the last place the one most recently chosen from the menu. `picked` lists the chosen
 * names in order. It includes names that were unchosen again, so that no button moves under the user's finger.
 */
export function barCategories<T extends { name: string }>(
  all: readonly T[],
  picked: readonly string[],
): BarCategory<T>[] {
  const { desktop, phone } = limits.visibleCategories;
  const last = lastOf(all, picked, desktop);
  const lastOnPhone = lastOf(all, picked, phone);
  const shown = [...all.slice(0, desktop - 1), ...(last ? [last] : [])];
  return shown.map((category, index) => ({ category, onPhone: index < phone - 1 || category === lastOnPhone }));
}

interface RestFace {
  /** The chosen categories, for example "Dance, Tech" or "3 chosen"; undefined if none is chosen. */
  chosen: Text | undefined;
  /** The accessible name. It begins with the visible text and names each chosen category. */
  label: Text;
}

/** The text of the menu button for the categories outside the bar. It names up to two chosen categories and counts more. */
export function moreCategoriesLabel<T extends { name: string }>(
  rest: readonly T[],
  isOn: (category: T) => boolean,
): RestFace {
  const names = rest.filter(isOn).map(({ name }) => categoryText(name));
  if (names.length === 0)
    return {
      chosen: undefined,
      label: t`${plural({ more: rest.length }, { one: '+# more categories', other: '+# more categories' })}`,
    };
  const categories = formatItems(names);
  const chosen = names.length;
  if (chosen <= 2)
    return {
      chosen: verbatim(categories),
      label: t`${{ categories }} ${plural({ more: rest.length }, { one: '+# more categories', other: '+# more categories' })}, ${plural({ chosen }, { other: '# chosen' })}`,
    };
  return {
    chosen: t`${plural({ chosen }, { other: '# chosen' })}`,
    label: t`${plural({ chosen }, { other: '# chosen' })} ${plural({ more: rest.length }, { one: '+# more categories', other: '+# more categories' })}: ${{ categories }}`,
  };
}
