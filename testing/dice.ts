/** Park and Miller's generator: the same seed gives the same storm. */
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
 * The seed of tests that roll dice. Fixed, so that a run of one commit repeats itself and never fails an unrelated change;
 * SEED sets another one, and `SEED=$RANDOM` explores.
 */
export const seed = Number(process.env.SEED ?? 20_261_122);
