import { addressKey, emailKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';

export interface Throttle {
  /**
   * Call before checking what may be guessed, such as a password. Throws `rate_limited`. The try counts as a failure until `succeeded` is
   * called, so that concurrent tries cannot bypass the limit. Treats known and unknown accounts alike.
   */
  attempt(account: string, ip: string): Promise<{ succeeded(): Promise<void> }>;
}

interface Limit {
  points: number;
  perMs: number;
}

interface ThrottleRules {
  name: string;
  /** Maps the spellings of one account to one key. */
  keyOf(account: string): string;
  /** Failures from one IP address on all accounts. Beyond this limit, the address is refused. */
  perAddress: Limit;
  /** Failures on one account. Beyond this limit, each IP address has one free try on it. The account itself is never locked. */
  perAccount: Limit;
  /** Failures of one IP address on one account, a *pair*: so many tries are free. After them, each failure doubles the wait. */
  perPair: Limit;
}

const minuteMs = 60_000;
const firstWaitMs = 10_000;
const longestWaitMs = 15 * minuteMs;

/** Slows guessing. Counts on all nodes together where Redis is configured. Loopback is not exempt. */
export function createThrottle(limits: RateLimits, rules: ThrottleRules): Throttle {
  const { name, keyOf, perPair } = rules;
  const addresses = limits.limiter(`${name}-address`, rules.perAddress);
  const accounts = limits.limiter(`${name}-account`, rules.perAccount);
  const pairs = limits.limiter(`${name}-pair`, perPair);
  // Admits one try per wait, even if two come at the same moment.
  const waits = limits.limiter(`${name}-wait`, { points: 1, perMs: longestWaitMs, unscaled: true });

  // Failures of a pair after the free ones.
  const late = limits.limiter(`${name}-late`, { points: 1, perMs: longestWaitMs, unscaled: true });

  return {
    async attempt(given, ip) {
      const address = addressKey(ip);
      const account = keyOf(given);
      const pair = `${address} ${account}`;
      const forgiveAddressAndAccount = () => Promise.all([addresses.forgive(address), accounts.forgive(account)]);

      await addresses.consume(address);
      const [onAccount, ofPair] = await Promise.all([accounts.count(account), pairs.count(pair)]);
      const freeTries = onAccount.attempts > onAccount.allowed ? 1 : ofPair.allowed;
      if (ofPair.attempts >= freeTries) {
        try {
          await waits.consume(pair);
        } catch (refusal) {
          // Nothing is checked, so this was no failure. The pair's count stays: taken back after `startWindow`, it would fall below the limit.
          await forgiveAddressAndAccount();
          throw refusal;
        }
        // From here on, this try is alone with the pair. Its failures are remembered until after the wait, so that the next one doubles it.
        const { attempts: failures } = await late.count(pair);
        const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs);
        await waits.startWindow(pair, 1, waitMs);
        await late.startWindow(pair, failures, waitMs + perPair.perMs);
        await pairs.startWindow(pair, Math.max(ofPair.attempts, freeTries), waitMs + perPair.perMs);
      }
      return {
        async succeeded() {
          await Promise.all([forgiveAddressAndAccount(), pairs.reset(pair), waits.reset(pair), late.reset(pair)]);
        },
      };
    },
  };
}

/** For passwords, by email. */
export const createLoginThrottle = (limits: RateLimits): Throttle =>
  createThrottle(limits, {
    name: 'login',
    keyOf: emailKey,
    perAddress: { points: 300, perMs: 5 * minuteMs },
    perAccount: { points: 100, perMs: 60 * minuteMs },
    perPair: { points: 10, perMs: 15 * minuteMs },
  });
