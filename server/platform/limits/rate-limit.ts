import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { appError } from '#contract/errors.ts';
import { canonicalEmail } from '#server/platform/mail/email-address.ts';
import type { RedisConnections } from '#server/platform/redis/redis.ts';

export interface Limiter {
  /**
   * Counts one attempt of this key. Once there have been too many, throws `rate_limited` with the seconds to wait. `windowMs` replaces
   * `perMs` if this attempt begins the key's window.
   */
  consume(key: string, points?: number, windowMs?: number): Promise<void>;
  /** Counts one attempt like `consume` but never throws. Returns the attempts in the window, and how many the limit allows. */
  count(key: string): Promise<{ attempts: number; allowed: number }>;
  /** Takes back one attempt. */
  forgive(key: string): Promise<void>;
  /** Begins a new window of `windowMs` that already contains these attempts. */
  startWindow(key: string, attempts: number, windowMs: number): Promise<void>;
  /** Throws like `consume` but counts nothing: for limits on failures only. */
  check(key: string): Promise<void>;
  /** Forgets the key, for example after a success. */
  reset(key: string): Promise<void>;
}

interface Limit {
  points: number;
  /** Whole seconds, in milliseconds. */
  perMs: number;
  /** Keeps `points` as they are, whatever RATE_LIMITS says. */
  unscaled?: boolean;
}

/**
 * Fixed windows: `points` attempts per `perMs` milliseconds and key. The setting RATE_LIMITS multiplies all points; 0 lifts all limits.
 * Limiters with the same name share one count.
 */
export interface RateLimits {
  /** Counts on all nodes together where Redis is configured. */
  limiter(name: string, limit: Limit): Limiter;
  /** Counts in this process only: for keys that exist on one node, such as a socket. */
  localLimiter(name: string, limit: Limit): Limiter;
}

/** How long a request waits for Redis before this node counts alone. */
const redisTimeoutMs = 250;

/**
 * Limits in the memory of this process, or in Redis. While Redis is away or slow, each node counts alone: a limit then allows its
 * points on every node, and no request fails because of it.
 */
export function createRateLimits(factor: number, redis?: RedisConnections): RateLimits {
  let client: ReturnType<RedisConnections['open']> | undefined;
  const limiters = new Map<string, Limiter>();

  async function openShared(redis: RedisConnections, name: string, insuranceLimiter: RateLimiterMemory) {
    client ??= redis.open({ commandTimeout: redisTimeoutMs, socketTimeout: 5000 });
    const { points, duration } = insuranceLimiter;
    const keyPrefix = `${redis.keyPrefix}limit:${name}`;
    return new RateLimiterRedis({ storeClient: await client, keyPrefix, points, duration, insuranceLimiter });
  }

  function memoryLimiter(name: string, { points, perMs, unscaled }: Limit): RateLimiterMemory {
    return new RateLimiterMemory({
      keyPrefix: name,
      points: unscaled ? points : Math.max(1, Math.floor(points * factor)),
      duration: perMs / 1000,
    });
  }

  function localLimiter(name: string, limit: Limit): Limiter {
    const memory = memoryLimiter(name, limit);
    return limiterOver(async () => memory);
  }

  function sharedLimiter(redis: RedisConnections, name: string, limit: Limit): Limiter {
    const memory = memoryLimiter(name, limit);
    let shared: Promise<RateLimiterRedis> | undefined;
    return limiterOver(() => {
      shared ??= openShared(redis, name, memory);
      return shared;
    });
  }

  function once(name: string, create: () => Limiter): Limiter {
    const limiter = factor === 0 ? unlimited : (limiters.get(name) ?? create());
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    limiter: (name, limit) => once(name, () => (redis ? sharedLimiter(redis, name, limit) : localLimiter(name, limit))),
    localLimiter: (name, limit) => once(name, () => localLimiter(name, limit)),
  };
}

const unlimited: Limiter = {
  consume: async () => undefined,
  count: async () => ({ attempts: 0, allowed: Number.POSITIVE_INFINITY }),
  forgive: async () => undefined,
  startWindow: async () => undefined,
  check: async () => undefined,
  reset: async () => undefined,
};

function limiterOver(open: () => Promise<RateLimiterMemory | RateLimiterRedis>): Limiter {
  return {
    async consume(key, points = 1, windowMs = undefined) {
      const limiter = await open();
      const options = windowMs === undefined ? {} : { customDuration: windowMs / 1000 };
      await limiter.consume(key, points, options).catch((refusal: unknown) => {
        throw refusal instanceof RateLimiterRes ? refusalAfter(refusal.msBeforeNext) : refusal;
      });
    },
    async count(key) {
      const limiter = await open();
      const { consumedPoints } = await limiter.penalty(key);
      return { attempts: consumedPoints, allowed: limiter.points };
    },
    async forgive(key) {
      await (await open()).reward(key);
    },
    async startWindow(key, attempts, windowMs) {
      await (await open()).set(key, attempts, windowMs / 1000);
    },
    async check(key) {
      const limiter = await open();
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= limiter.points) throw refusalAfter(state.msBeforeNext);
    },
    async reset(key) {
      await (await open()).delete(key);
    },
  };
}

const refusalAfter = (waitMs: number) =>
  appError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });

/** Maps the spellings of an email that accounts treat as one (`hasEmail`) to one key. */
export const emailKey = (email: string): string =>
  Array.from(canonicalEmail(email), (sign) => lowerCase(sign)).join('');

/** The lower case of one character. JavaScript makes two of "İ", and the database one. */
const lowerCase = (sign: string) => (sign === 'İ' ? 'i' : sign.toLowerCase());

/** The part of an IP address that one customer holds: IPv6 by /64. Empty if the client has disconnected. */
export const addressKey = (ip?: string): string => prefixOf(ip, { ipv4: 4, ipv6: 4 });

/** The block of addresses around an IP address, which one attacker can rent: IPv4 by /24, IPv6 by /48. Empty if the client has disconnected. */
export const addressBlock = (ip?: string): string => prefixOf(ip, { ipv4: 3, ipv6: 3 });

/** The first bytes of an IPv4 address, or the first groups of 16 bits of an IPv6 address. */
function prefixOf(ip: string | undefined = '', parts: { ipv4: number; ipv6: number }): string {
  const address = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip;
  if (!isIPv6(address)) return address.split('.').slice(0, parts.ipv4).join('.');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups.slice(0, parts.ipv6).join(':');
}
