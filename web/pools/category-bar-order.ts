import { limits } from '#contract/limits.ts';

export interface BarCategory<T> {
  category: T;
  /** Also in the shorter bar of a phone. */
  onPhone: boolean;
}

/** The last of `names` that has no fixed place among the first of a bar; what stands in its last place. */
function lastOf<T extends { name: string }>(all: readonly T[], names: readonly string[], size: number): T | undefined {
  const movable = all.slice(size - 1);
  const latest = names.findLast((name) => movable.some((category) => category.name === name));
  return movable.find(({ name }) => name === latest) ?? movable[0];
}

/**
 * The categories that stand in the bar: the first ones, and in the last place whatever was chosen from the rest last. `picked` is what
 * was picked in this order, also what was let go again, so that nothing moves away under somebody's finger.
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
  /** The chosen ones in a few words; undefined where there are none. */
  chosen: string | undefined;
  /** The accessible name, which begins with what is seen and names each chosen one. */
  label: string;
}

/** How the button to the categories beyond the bar shows which of them are chosen: two by name, more by their number. */
export function moreCategoriesLabel<T extends { name: string }>(
  rest: readonly T[],
  isOn: (category: T) => boolean,
): RestFace {
  const more = `+${rest.length} more categories`;
  const names = rest.filter(isOn).map(({ name }) => name);
  if (names.length === 0) return { chosen: undefined, label: more };
  const inWords = names.join(', ');
  if (names.length <= 2) return { chosen: inWords, label: `${inWords} ${more}, ${names.length} chosen` };
  return { chosen: `${names.length} chosen`, label: `${names.length} chosen ${more}: ${inWords}` };
}
