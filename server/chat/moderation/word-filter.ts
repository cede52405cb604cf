import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readBlockedWords } from './settings.sql.ts';

const filterOf = contextState(() => createTtlCache<RegExp | null>(5000));

/** What no message may hold, as the admins last set it; null where nothing is blocked. */
export function readWordFilter(context: Platform): Promise<RegExp | null> {
  return filterOf(context).read('words', () => readBlockedWords(context.db.sql).then(patternOf));
}

export function forgetWordFilter(context: Platform): void {
  filterOf(context).clear();
}

/** Whole words in any case; `*` at the end stands for any ending. */
export function patternOf(words: readonly string[]): RegExp | null {
  const parts = words.map((word) => {
    const open = word.endsWith('*');
    const text = (open ? word.slice(0, -1) : word).trim().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return text && `${text}${open ? '' : '(?![\\p{L}\\p{N}])'}`;
  });
  const given = parts.filter(Boolean);
  return given.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${given.join('|')})`, 'iu') : null;
}
