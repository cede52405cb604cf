import { appError } from '#contract/errors.ts';

/** At most `atOnce` pieces of work, and a queue that says no (`unavailable`) rather than growing without end. */
export function createBoundedQueue(
  atOnce: number,
  maxWaiting: number,
  retryAfterS = 5,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw appError('unavailable', { retryAfterS });
      // Whoever leaves hands its place over, so `running` stays as it is.
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
