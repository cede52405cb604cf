import type { Database } from '#server/platform/postgres/db.ts';

interface Entry<T> {
  expiresAt: number;
  value: Promise<T>;
}

export interface TtlCache<T> {
  /** Returns the cached value of this key, or reads it. Failures and `undefined` are not cached. */
  read(database: Database, key: string, read: () => Promise<T>): Promise<T>;
  /** Drops all values of this database, for example after this process has changed them. */
  clear(database: Database): void;
}

const maxEntries = 10_000;

/** TTL cache: a value is read once and returned for `ttlMs`, per database and key. */
export function createTtlCache<T>(ttlMs: number): TtlCache<T> {
  const caches = new WeakMap<Database, Map<string, Entry<T>>>();
  return {
    read(database, key, read) {
      const entries = caches.get(database) ?? new Map<string, Entry<T>>();
      caches.set(database, entries);
      const now = performance.now();
      const found = entries.get(key);
      if (found && found.expiresAt > now) return found.value;
      const value = read();
      const entry = { expiresAt: now + ttlMs, value };
      entries.delete(key);
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      value.then((result) => {
        if (result === undefined) drop();
      }, drop);
      return value;
    },
    clear: (database) => void caches.delete(database),
  };
}
