import { createRecentReads } from '#server/platform/concurrency/ttl-cache.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { readBlockedWords } from './settings.sql.ts';

const filters = createRecentReads<RegExp | null>(5000);

/** Reads the pattern of blocked words, cached for five seconds. Null if no words are blocked. */
export function readWordFilter(db: Database): Promise<RegExp | null> {
  return filters.read(db, 'words', () => readBlockedWords(db.sql).then(patternOf));
}

export function forgetWordFilter(db: Database): void {
  filters.forget(db);
}

/** Builds a pattern that matches whole words in any case. A `*` at the end of a word matches any ending. */
export function patternOf(words: readonly string[]): RegExp | null {
  const parts = words.map((word) => {
    const isPrefix = word.endsWith('*');
    const text = (isPrefix ? word.slice(0, -1) : word).trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return text && `${text}${isPrefix ? '' : '(?![\\p{L}\\p{N}])'}`;
  });
  const filled = parts.filter(Boolean);
  return filled.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled.join('|')})`, 'iu') : null;
}
