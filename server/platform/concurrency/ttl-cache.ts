interface Entry<T> {
  readAt: number;
  value: Promise<T>;
  /** Whether this value, or the one that will replace it, is not there yet. */
  isPending: boolean;
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
  /** A read of a value older than this starts a refresh. Callers get the old value meanwhile, so those of a busy key never wait. Default: never. */
  refreshAfterMs?: number;
}

const isDefined = (value: unknown) => value !== undefined;

/** TTL cache: each key is read once and its value returned for `ttlMs`. */
export function createTtlCache<T>(
  ttlMs: number,
  { maxEntries = 10_000, isKept = isDefined, refreshAfterMs = ttlMs }: TtlCacheOptions<T> = {},
): TtlCache<T> {
  const entries = new Map<string, Entry<T>>();

  function store(key: string, entry: Entry<T>): void {
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, { readAt }] of entries) {
      if (readAt + ttlMs > entry.readAt && entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.value.then((result) => {
      entry.isPending = false;
      if (!isKept(result)) drop();
    }, drop);
  }

  function refresh(key: string, old: Entry<T>, read: () => Promise<T>): void {
    old.isPending = true;
    const fresh = { readAt: performance.now(), value: read(), isPending: true };
    fresh.value.then(
      () => {
        // A value that was dropped meanwhile stays dropped, because what replaced it may be newer.
        if (entries.get(key) === old) store(key, fresh);
      },
      () => {
        old.isPending = false;
      },
    );
  }

  return {
    read(key, read) {
      const readAt = performance.now();
      const cached = entries.get(key);
      if (cached && cached.readAt + ttlMs > readAt) {
        if (cached.readAt + refreshAfterMs <= readAt && !cached.isPending) refresh(key, cached, read);
        return cached.value;
      }
      const entry = { readAt, value: read(), isPending: true };
      store(key, entry);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
