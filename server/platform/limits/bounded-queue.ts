import { appError } from '#contract/errors.ts';

/** Runs at most `maxConcurrent` tasks. Once `maxWaiting` tasks wait, further ones are refused as `unavailable`. */
export function createBoundedQueue(
  maxConcurrent: number,
  maxWaiting: number,
  retryAfterS = 5,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw appError('unavailable', { retryAfterS });
      // A finished task hands its place over, so `running` does not change.
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
