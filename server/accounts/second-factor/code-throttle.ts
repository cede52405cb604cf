import { createThrottle, type Throttle } from '#server/accounts/login-throttle.ts';
import type { RateLimits } from '#server/platform/limits/rate-limit.ts';
import { isAppCode } from './totp.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export interface CodeThrottle {
  /** Call before checking a code. Throws `rate_limited`. The try counts as a failure until `succeeded` is called. */
  attempt(userId: string, ip: string, code: string): ReturnType<Throttle['attempt']>;
}

/**
 * Limits for all addresses together, for codes of six digits only: three of a million are right at any time, so a botnet with the password
 * finds one with a chance of 1 in 5,000 a day. They can stop the owner, too, who has recovery codes, passkeys and a new password. No one
 * guesses a recovery code, so these limits spare it.
 */
const perHour = { points: 20, perMs: hourMs };
const perDay = { points: 60, perMs: 24 * hourMs };

/** Slows the guessing of codes: five wrong ones of one address on one account, then a wait that doubles. */
export function createCodeThrottle(limits: RateLimits): CodeThrottle {
  const throttle = createThrottle(limits, {
    name: 'code',
    keyOf: (userId) => userId,
    perAddress: { points: 100, perMs: 5 * minuteMs },
    perAccount: { points: 50, perMs: hourMs },
    perPair: { points: 5, perMs: 15 * minuteMs },
  });
  const hourly = limits.limiter('code-hour', perHour);
  const daily = limits.limiter('code-day', perDay);

  return {
    async attempt(userId, ip, code) {
      if (!isAppCode(code)) return throttle.attempt(userId, ip);
      // Counted before the code is checked, so that concurrent tries cannot pass the limit.
      await hourly.consume(userId);
      await daily.consume(userId);
      const forgive = () => Promise.all([hourly.forgive(userId), daily.forgive(userId)]);
      const attempt = await throttle.attempt(userId, ip).catch(async (refusal: unknown) => {
        // The code is not checked, so this was no failure.
        await forgive();
        throw refusal;
      });
      return {
        async succeeded() {
          await Promise.all([forgive(), attempt.succeeded()]);
        },
      };
    },
  };
}
