interface Bucket {
  left: number;
  at: number;
}

export interface TokenBuckets {
  /** Milliseconds to wait; 0 where there was one left, which is taken. */
  take(key: string, flow: { burst: number; perSecond: number }): number;
}

const maxKeys = 100_000;

/** So many at once, and so many more a second, for each key. A factor of 0 lifts it. */
export function createTokenBuckets(factor: number, now: () => number = () => performance.now()): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, { burst, perSecond }) {
      if (factor === 0) return 0;
      const [most, rate] = [burst * factor, perSecond * factor];
      const at = now();
      const known = buckets.get(key);
      const left = known ? Math.min(most, known.left + ((at - known.at) / 1000) * rate) : most;
      buckets.delete(key);
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at });
      // The longest unused are full again, or nearly.
      for (const oldest of buckets.keys()) {
        if (buckets.size <= maxKeys) break;
        buckets.delete(oldest);
      }
      return left >= 1 ? 0 : Math.ceil(((1 - left) / rate) * 1000);
    },
  };
}
