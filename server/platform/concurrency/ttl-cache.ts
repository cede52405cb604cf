interface Entry<T> {
  expiresAt: number;
  value: Promise<T>;
}

export interface TtlCache<T> {
  /** Returns the cached value of this key, or reads it. Failures, and by default `undefined`, are not cached. */
  read(key: string, read: () => Promise<T>): Promise<T>;
  /** Drops all values, for example after this process has changed them. */
  clear(): void;
}

interface TtlCacheOptions<T> {
  /** Default 10,000. The oldest are dropped first. */
  maxEntries?: number;
  /** Whether later calls may have this value too. Calls that wait for it get it anyway. Default: all values except `undefined`. */
  isKept?: (value: T) => boolean;
}

const isDefined = (value: unknown) => value !== undefined;

/** TTL cache: each key is read once and its value returned for `ttlMs`. */
export function createTtlCache<T>(
  ttlMs: number,
  { maxEntries = 10_000, isKept = isDefined }: TtlCacheOptions<T> = {},
): TtlCache<T> {
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
      for (const [oldest, { expiresAt }] of entries) {
        if (expiresAt > now && entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      value.then((result) => {
        if (!isKept(result)) drop();
      }, drop);
      return value;
    },
    clear: () => entries.clear(),
  };
}
