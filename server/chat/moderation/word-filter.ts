import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readBlockedWords } from './settings.sql.ts';

const filterOf = contextState(() => createTtlCache<RegExp | null>(5000));

/** Reads the pattern of blocked words, cached for five seconds. Null if no words are blocked. */
export function readWordFilter(context: Platform): Promise<RegExp | null> {
  return filterOf(context).read('words', () => readBlockedWords(context.db.sql).then(patternOf));
}

export function forgetWordFilter(context: Platform): void {
  filterOf(context).clear();
}

/** Builds a pattern that matches whole words regardless of case. A `*` at the end of a word matches any ending. */
export function patternOf(words: readonly string[]): RegExp | null {
  const parts = words.map((word) => {
    const isPrefix = word.endsWith('*');
    const text = (isPrefix ? word.slice(0, -1) : word).trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return text && `${text}${isPrefix ? '' : '(?![\\p{L}\\p{N}])'}`;
  });
  const filled = parts.filter(Boolean);
  return filled.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled.join('|')})`, 'iu') : null;
}
