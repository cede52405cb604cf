import { appError } from '#contract/errors.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';

const minuteMs = 60_000;
/** Limits failures on one account from one IP address. After the free tries, the wait doubles with each failure. */
const perPair = { free: 10, withinMs: 15 * minuteMs, firstWaitMs: 10_000, longestWaitMs: 15 * minuteMs };
/** After this many failures on an account, each IP address gets one free try. The account itself is never locked. */
const perAccount = { free: 100, withinMs: 60 * minuteMs };
/** Limits failures from one IP address on all accounts. */
const perAddress = { free: 300, withinMs: 5 * minuteMs };
const maxKeys = 50_000;

interface Failures {
  count: number;
  endsAt: number;
  blockedUntil: number;
}

export interface LoginThrottle {
  /**
   * Call before checking a password. Throws `rate_limited`. The try counts as a failure until `succeeded` is called, so that
   * concurrent tries cannot bypass the limit. Treats known and unknown emails alike.
   */
  attempt(email: string, ip: string): { succeeded(): void };
}

/** Counts in the memory of this process. `factor` scales the free tries; 0 turns all limits off. Loopback is not exempt. */
export function createLoginThrottle(factor: number, now: () => number = Date.now): LoginThrottle {
  const pairs = new Map<string, Failures>();
  const accounts = new Map<string, Failures>();
  const addresses = new Map<string, Failures>();
  const allowed = (free: number) => Math.max(1, Math.floor(free * factor));

  return {
    attempt(email, ip) {
      if (factor === 0) return { succeeded: () => undefined };
      const time = now();
      const address = addressKey(ip);
      const account = email.toLowerCase();
      const byAddress = failuresOf(addresses, address, time, perAddress.withinMs);
      if (byAddress.count >= allowed(perAddress.free)) refuse(byAddress.endsAt - time);
      const byAccount = failuresOf(accounts, account, time, perAccount.withinMs);
      const byPair = failuresOf(pairs, `${address} ${account}`, time, perPair.withinMs);
      if (byPair.blockedUntil > time) refuse(byPair.blockedUntil - time);

      for (const failures of [byAddress, byAccount, byPair]) failures.count += 1;
      const free = byAccount.count > allowed(perAccount.free) ? 1 : allowed(perPair.free);
      if (byPair.count >= free) {
        const waitMs = Math.min(perPair.firstWaitMs * 2 ** (byPair.count - free), perPair.longestWaitMs);
        byPair.blockedUntil = time + waitMs;
        byPair.endsAt = byPair.blockedUntil + perPair.withinMs;
      }
      return {
        succeeded() {
          byAddress.count -= 1;
          byAccount.count -= 1;
          pairs.delete(`${address} ${account}`);
        },
      };
    },
  };
}

function refuse(waitMs: number): never {
  throw appError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

function failuresOf(map: Map<string, Failures>, key: string, time: number, withinMs: number): Failures {
  const known = map.get(key);
  if (known && known.endsAt > time) return known;
  const fresh = { count: 0, endsAt: time + withinMs, blockedUntil: 0 };
  map.delete(key);
  map.set(key, fresh);
  if (map.size > maxKeys) forgetSome(map, time);
  return fresh;
}

function forgetSome(map: Map<string, Failures>, time: number): void {
  for (const [key, failures] of map) if (failures.endsAt <= time) map.delete(key);
  // Deletes the oldest first, so a flood of keys cannot grow the map without limit.
  for (const key of map.keys()) {
    if (map.size <= maxKeys * 0.9) return;
    map.delete(key);
  }
}
