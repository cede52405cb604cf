const fewLetters = 4;
const manyLetters = 8;

/** The number of typos that a word may have. Short words and words with digits, which are often names, allow none. */
export function maxTypos(word: string): number {
  const { length } = [...word];
  if (length < fewLetters || /\d/.test(word)) return 0;
  return length < manyLetters ? 1 : 2;
}

/** The edit distance between two words: letters to add, drop, replace or swap with a neighbor (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  const from = [...one];
  const to = [...other];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const least = Math.min((last[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1, replaced);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      now.push(swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    before = last;
    last = now;
  }
  return last[to.length] ?? 0;
}

const maxCorrections = 5;

/** The candidates within the allowed number of typos, nearest first, at most five. */
export function correctionsOf(word: string, candidates: readonly string[]): string[] {
  const allowed = maxTypos(word);
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxCorrections)
    .map(({ candidate }) => candidate);
}
