/** Does it for each, a few at a time, in their order; answers in the same order. The first that fails ends it. */
export async function inTurns<T, R>(
  list: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
