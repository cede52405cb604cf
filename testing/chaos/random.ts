/** A random generator that gives the same numbers for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  (): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: small, fast, and good enough to choose when to kill. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return Object.assign(next, {
    between,
    pick<T>(list: readonly T[]): T {
      const item = list[between(0, list.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  });
}
