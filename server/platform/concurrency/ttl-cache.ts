interface Entry<T> {
  expiresAt: number;
  value: Promise<T>;
}

export interface TtlCache<T> {
  /** Returns the cached value of this key, or reads it. Failures and `undefined` are not cached. */
  read(key: string, read: () => Promise<T>): Promise<T>;
  /** Drops all values, for example after this process has changed them. */
  clear(): void;
}

const maxEntries = 10_000;

/** TTL cache: each key is read once and its value returned for `ttlMs`. */
export function createTtlCache<T>(ttlMs: number): TtlCache<T> {
  const entries = new Map<string, Entry<T>>();
  return {
    read(key, read) {
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
    clear: () => entries.clear(),
  };
}
