/** A random generator that gives the same numbers for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  (): number;
  /** A whole number from 0, less than `n`. */
  below(n: number): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32: small, fast, and good enough to choose when to kill. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return Object.assign(next, {
    below,
    between: (from: number, to: number) => from + below(to - from + 1),
    pick<T>(list: readonly T[]): T {
      const item = list[below(list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffled<T>(list: readonly T[]): T[] {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  });
}

/**
 * The seed of all random tests. It is fixed, so runs are repeatable and unrelated changes never fail. SEED sets another one; failures
 * name it.
 */
export const seed = Number(process.env.SEED ?? 20_261_122);

/** Another seed for each run of a long search. The caller prints it. */
export const randomSeed = (): number => 1 + Math.floor(Math.random() * 1e9);

/** The long profile, for `npm run chaos -- tests` before a release. */
const isLong = process.env.TEST_PROFILE === 'long';

/** The number of repetitions of a random test: `short` in `npm test`, `long` in the long profile. */
export const repeats = (short: number, long: number): number => (isLong ? long : short);
