/** Maps a list with at most `maxConcurrent` concurrent calls. Returns the results in order. Rejects with the first error. */
export async function mapConcurrently<T, R>(
  list: readonly T[],
  maxConcurrent: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = list.entries();
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, lane));
  return results;
}
