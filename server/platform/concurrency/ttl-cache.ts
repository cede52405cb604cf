interface Kept<T> {
  until: number;
  answer: Promise<T>;
}

export interface RecentReads<T> {
  /** What was read under this key within the last moments, or reads it. Neither a failure nor an answer of nothing is kept. */
  read(key: string, read: () => Promise<T>): Promise<T>;
  /** Drops all of it, where this process knows that it has changed. */
  forget(): void;
}

const keptAtMost = 10_000;

/** Answers that may be as old as `freshMs`: whoever asks in that time shares one read. */
export function createRecentReads<T>(freshMs: number): RecentReads<T> {
  const answers = new Map<string, Kept<T>>();
  return {
    read(key, read) {
      const now = performance.now();
      const found = answers.get(key);
      if (found && found.until > now) return found.answer;
      const answer = read();
      const kept = { until: now + freshMs, answer };
      answers.delete(key);
      answers.set(key, kept);
      for (const oldest of answers.keys()) {
        if (answers.size <= keptAtMost) break;
        answers.delete(oldest);
      }
      const drop = () => {
        if (answers.get(key) === kept) answers.delete(key);
      };
      answer.then((value) => {
        if (value === undefined) drop();
      }, drop);
      return answer;
    },
    forget: () => answers.clear(),
  };
}
