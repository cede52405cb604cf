import { setTimeout as sleep } from 'node:timers/promises';

/** Stripe allows each endpoint 25 calls a second, a quarter of all calls with a live key: https://docs.stripe.com/rate-limits */
const endpointPerSecond = 20;
const endpointShare = 0.25;
/** A short burst is allowed, because the limit counts whole seconds. */
const burst = 5;
/** A 429 lowers the pace to this share of itself, at most once a second, down to a tenth. It recovers within ten seconds. */
const slower = 0.6;
const slowest = 0.1;
const recoveryPerS = 0.04;
const calmMs = 1000;

export interface Throttle {
  /** Waits until this endpoint may be called. */
  turn(endpoint: string): Promise<void>;
  /** Call it after a 429: other processes use the same limit, or Stripe has lowered it. */
  slowDown(): void;
}

/**
 * Spaces calls evenly, over all and for each endpoint. Each call takes the next free slot; an idle client answers at once. Nodes do not
 * coordinate: each slows down when Stripe refuses a call, so together they settle at the limit of their account.
 */
export function createThrottle(perSecond: number): Throttle {
  const endpointGapMs = 1000 / Math.min(perSecond, Math.max(endpointPerSecond, perSecond * endpointShare));
  const all = { gapMs: 1000 / perSecond, nextAt: 0 };
  const endpoints = new Map<string, typeof all>();
  let share = 1;
  /** The time up to which `share` has recovered; in the future after a 429. */
  let recoveredAt = 0;

  const recover = (now: number) => {
    share = Math.min(1, share + (recoveryPerS * Math.max(0, now - recoveredAt)) / 1000);
    recoveredAt = Math.max(recoveredAt, now);
  };

  return {
    async turn(endpoint) {
      const now = performance.now();
      recover(now);
      const own = endpoints.get(endpoint) ?? { gapMs: endpointGapMs, nextAt: 0 };
      endpoints.set(endpoint, own);
      const lines = [all, own];
      const at = Math.max(...lines.map(({ gapMs, nextAt }) => Math.max(now - gapMs * burst, nextAt)));
      for (const line of lines) line.nextAt = at + line.gapMs / share;
      if (at > now) await sleep(at - now);
    },
    slowDown() {
      const now = performance.now();
      // The refusals of one second have one cause.
      if (now < recoveredAt) return;
      recover(now);
      share = Math.max(slowest, share * slower);
      recoveredAt = now + calmMs;
    },
  };
}

/** The endpoint that Stripe counts: a path without its ids. */
export function endpointOf(method: string, path: string): string {
  const [pathname = ''] = path.split('?', 1);
  return `${method} ${pathname.replace(/\/[a-z]+_(?=\w*[A-Z\d])\w{8,}(?=\/|$)/g, '/ID')}`;
}
