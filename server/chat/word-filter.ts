import type { Database } from '#server/platform/db.ts';
import { readBlockedWords } from './settings.sql.ts';

const freshMs = 5000;
const known = new WeakMap<Database, { until: number; pattern: Promise<RegExp | null> }>();

/** What no message may hold, as the admins last set it; null where nothing is blocked. */
export function readWordFilter(db: Database): Promise<RegExp | null> {
  const now = performance.now();
  const found = known.get(db);
  if (found && found.until > now) return found.pattern;
  const pattern = readBlockedWords(db.sql).then(patternOf);
  known.set(db, { until: now + freshMs, pattern });
  pattern.catch(() => known.delete(db));
  return pattern;
}

export function forgetWordFilter(db: Database): void {
  known.delete(db);
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
