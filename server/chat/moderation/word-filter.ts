import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { readBlockedWords } from './settings.sql.ts';

const filters = createTtlCache<RegExp | null>(5000);

/** What no message may hold, as the admins last set it; null where nothing is blocked. */
export function readWordFilter(db: Database): Promise<RegExp | null> {
  return filters.read(db, 'words', () => readBlockedWords(db.sql).then(patternOf));
}

export function forgetWordFilter(db: Database): void {
  filters.clear(db);
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
