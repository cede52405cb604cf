import { addressKey, emailKey, type RateLimits } from '#server/platform/limits/rate-limit.ts';

const minuteMs = 60_000;
/** Limits failures on one account from one IP address. After the allowed tries, the wait doubles with each failure. */
const perPair = { points: 10, perMs: 15 * minuteMs };
const firstWaitMs = 10_000;
const longestWaitMs = 15 * minuteMs;
/** After this many failures on an account, each IP address gets one more try. The account itself is never locked. */
const perAccount = { points: 100, perMs: 60 * minuteMs };
/** Limits failures from one IP address on all accounts. */
const perAddress = { points: 300, perMs: 5 * minuteMs };

export interface LoginThrottle {
  /**
   * Call before checking a password. Throws `rate_limited`. The try counts as a failure until `succeeded` is called, so that
   * concurrent tries cannot bypass the limit. Treats known and unknown emails alike.
   */
  attempt(email: string, ip: string): Promise<{ succeeded(): Promise<void> }>;
}

/** Counts on all nodes together where Redis is configured. Loopback is not exempt. */
export function createLoginThrottle(limits: RateLimits): LoginThrottle {
  const addresses = limits.limiter('login-address', perAddress);
  const accounts = limits.limiter('login-account', perAccount);
  const pairs = limits.limiter('login-pair', perPair);
  // Admits one try per wait. Two tries at the same moment do not both get in.
  const waits = limits.limiter('login-wait', { points: 1, perMs: longestWaitMs, unscaled: true });

  return {
    async attempt(email, ip) {
      const address = addressKey(ip);
      const account = emailKey(email);
      const pair = `${address} ${account}`;
      const takeBack = () => Promise.all([addresses.forgive(address), accounts.forgive(account)]);

      await addresses.consume(address);
      const [onAccount, fromHere] = await Promise.all([accounts.count(account), pairs.count(pair)]);
      const free = onAccount.attempts > onAccount.allowed ? 1 : fromHere.allowed;
      if (fromHere.attempts >= free) {
        const waitMs = Math.min(firstWaitMs * 2 ** (fromHere.attempts - free), longestWaitMs);
        try {
          await waits.consume(pair, 1, waitMs);
        } catch (refusal) {
          await Promise.all([takeBack(), pairs.forgive(pair)]);
          throw refusal;
        }
        await pairs.startWindow(pair, fromHere.attempts, waitMs + perPair.perMs);
      }
      return {
        async succeeded() {
          await Promise.all([takeBack(), pairs.reset(pair), waits.reset(pair)]);
        },
      };
    },
  };
}
