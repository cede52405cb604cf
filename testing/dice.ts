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

/** SEED repeats a test that rolled dice; otherwise each run has its own, printed with the test's name. */
export const seed = Number(process.env.SEED ?? (Date.now() % 1_000_000) + 1);
