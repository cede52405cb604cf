/** Park and Miller's random generator: the same seed gives the same sequence. */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    shuffled: <T>(list: readonly T[]): T[] => {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

export type Dice = ReturnType<typeof dice>;

/**
 * The seed of all random tests. It is fixed, so runs are repeatable and unrelated changes never fail. SEED sets another one; failures
 * name it.
 */
export const seed = Number(process.env.SEED ?? 20_261_122);

/** Another seed for each run of a long search. The caller prints it. */
export const randomSeed = (): number => 1 + Math.floor(Math.random() * 1e9);
