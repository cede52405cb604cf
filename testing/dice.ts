/** Park and Miller's random generator: the same seed gives the same sequence. */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

export type Dice = ReturnType<typeof dice>;

/**
 * The seed of randomized tests. It is fixed, so runs are repeatable and unrelated changes never fail. SEED sets another one;
 * `SEED=$RANDOM` explores.
 */
export const seed = Number(process.env.SEED ?? 20_261_122);
