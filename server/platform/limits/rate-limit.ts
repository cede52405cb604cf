import { isIPv6 } from 'node:net';
import { appError } from '#contract/errors.ts';

export interface Limiter {
  /** Counts one try of this key; throws `rate_limited` with the seconds to wait when there were too many. */
  consume(key: string, points?: number): Promise<void>;
  /** Throws like `consume` but counts nothing: for limits on failures only. */
  check(key: string): Promise<void>;
  /** Forgets the key, after a success. */
  reset(key: string): Promise<void>;
}

export interface RateLimits {
  /** A limit of `points` tries per `perMs` milliseconds, in fixed windows per key. RATE_LIMITS scales or lifts all of them. */
  limiter(name: string, limit: { points: number; perMs: number }): Limiter;
}

interface Window {
  used: number;
  endsAt: number;
}

/** The part of an address that one customer holds: IPv6 by /64. Whoever has hung up meanwhile has none. */
export function addressKey(ip: string | undefined = ''): string {
  const address = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(':');
}

const maxKeys = 100_000;

/** In-process windows: enough for one node; behind several, each allows its share. */
export function createRateLimits(factor: number, now: () => number = Date.now): RateLimits {
  const windows = new Map<string, Window>();
  function current(id: string, perMs: number): Window {
    const found = windows.get(id);
    if (found && found.endsAt > now()) return found;
    const fresh = { used: 0, endsAt: now() + perMs };
    windows.delete(id);
    windows.set(id, fresh);
    if (windows.size > maxKeys) sweep(windows, now());
    return fresh;
  }
  return {
    limiter(name, { points, perMs }) {
      const allowed = Math.max(1, Math.floor(points * factor));
      const refuseAbove = (window: Window, limit: number) => {
        if (window.used <= limit) return;
        throw appError('rate_limited', { retryAfterS: Math.max(1, Math.ceil((window.endsAt - now()) / 1000)) });
      };
      return {
        async consume(key, count = 1) {
          if (factor === 0) return;
          const window = current(`${name} ${key}`, perMs);
          window.used += count;
          refuseAbove(window, allowed);
        },
        async check(key) {
          if (factor === 0) return;
          refuseAbove(current(`${name} ${key}`, perMs), allowed - 1);
        },
        async reset(key) {
          windows.delete(`${name} ${key}`);
        },
      };
    },
  };
}

function sweep(windows: Map<string, Window>, now: number): void {
  for (const [id, window] of windows) if (window.endsAt <= now) windows.delete(id);
  // Oldest first: a flood of keys pushes out itself rather than growing without end.
  for (const id of windows.keys()) {
    if (windows.size <= maxKeys) return;
    windows.delete(id);
  }
}
