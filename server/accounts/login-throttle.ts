import { addressKey, emailKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';

export interface LoginThrottle {
  /**
   * Call before checking a password. Throws `rate_limited`. The try counts as a failure until `succeeded` is called, so that
   * concurrent tries cannot bypass the limit. Treats known and unknown emails alike.
   */
  attempt(email: string, ip: string): Promise<{ succeeded(): Promise<void> }>;
}

const minuteMs = 60_000;

/** Failures from one IP address on all accounts. Beyond this limit, the address is refused. */
const perAddress = { points: 300, perMs: 5 * minuteMs };

/** Failures on one account. Beyond this limit, each IP address has one free try on it. The account itself is never locked. */
const perAccount = { points: 100, perMs: 60 * minuteMs };

/** Failures of one IP address on one account, a *pair*: so many tries are free. After them, each failure doubles the wait. */
const perPair = { points: 10, perMs: 15 * minuteMs };
const firstWaitMs = 10_000;
const longestWaitMs = 15 * minuteMs;

/** Slows password guessing. Counts on all nodes together where Redis is configured. Loopback is not exempt. */
export function createLoginThrottle(limits: RateLimits): LoginThrottle {
  const addresses = limits.limiter('login-address', perAddress);
  const accounts = limits.limiter('login-account', perAccount);
  const pairs = limits.limiter('login-pair', perPair);
  // Admits one try per wait, even if two come at the same moment.
  const waits = limits.limiter('login-wait', { points: 1, perMs: longestWaitMs, unscaled: true });

  return {
    async attempt(email, ip) {
      const address = addressKey(ip);
      const account = emailKey(email);
      const pair = `${address} ${account}`;
      const forgiveAddressAndAccount = () => Promise.all([addresses.forgive(address), accounts.forgive(account)]);

      await addresses.consume(address);
      const [onAccount, ofPair] = await Promise.all([accounts.count(account), pairs.count(pair)]);
      const freeTries = onAccount.attempts > onAccount.allowed ? 1 : ofPair.allowed;
      if (ofPair.attempts >= freeTries) {
        const waitMs = Math.min(firstWaitMs * 2 ** (ofPair.attempts - freeTries), longestWaitMs);
        try {
          await waits.consume(pair, 1, waitMs);
        } catch (refusal) {
          // The password is not checked, so this was no failure.
          await Promise.all([forgiveAddressAndAccount(), pairs.forgive(pair)]);
          throw refusal;
        }
        // The failures are remembered until after the wait, so that the next one doubles it.
        await pairs.startWindow(pair, ofPair.attempts, waitMs + perPair.perMs);
      }
      return {
        async succeeded() {
          await Promise.all([forgiveAddressAndAccount(), pairs.reset(pair), waits.reset(pair)]);
        },
      };
    },
  };
}
