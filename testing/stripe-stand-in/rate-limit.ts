import type { Store } from './store.ts';

/** The values of Stripe's header Stripe-Rate-Limited-Reason. https://docs.stripe.com/rate-limits */
export type LimitReason = 'global-rate' | 'endpoint-rate' | 'global-concurrency';

/** The route of a request, which decides the limit that counts it. Null: no such route. */
type Endpoint = string | null;

const windowMs = 1000;

/**
 * Refuses requests above the limits that tests set. Stripe documents 100 requests a second for live keys and 25 for sandboxes, for each
 * account, and 25 a second for each endpoint, such as `GET /v1/payment_intents/{intent}`. It publishes no limit on concurrent
 * requests.
 */
export class RateLimit {
  #times: number[] = [];
  readonly #byEndpoint = new Map<string, number[]>();
  #running = 0;
  #taken = 0;
  readonly #refused: Record<LimitReason, number> = { 'global-rate': 0, 'endpoint-rate': 0, 'global-concurrency': 0 };
  #highest = 0;
  #highestAtOnce = 0;
  #latencies: number[] = [];

  /** The counts of requests, the peak rate per second, the peak concurrency, and the latency percentiles. */
  get figures() {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      taken: this.#taken,
      refused: Object.values(this.#refused).reduce((sum, count) => sum + count, 0),
      refusedBy: { ...this.#refused },
      highestPerSecond: this.#highest,
      highestAtOnce: this.#highestAtOnce,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  }

  /** Resets the figures. */
  reset(): void {
    this.#taken = 0;
    for (const reason of Object.keys(this.#refused) as LimitReason[]) this.#refused[reason] = 0;
    this.#highest = 0;
    this.#highestAtOnce = this.#running;
    this.#latencies = [];
  }

  /** Counts a request. Returns why it is refused, or a function to call when it is answered. */
  take(store: Store, endpoint: Endpoint): LimitReason | (() => void) {
    const now = performance.now();
    this.#times = recent(this.#times, now);
    const own = recent(this.#byEndpoint.get(endpoint ?? '') ?? [], now);
    this.#byEndpoint.set(endpoint ?? '', own);
    this.#highest = Math.max(this.#highest, this.#times.length + 1);
    const limit = (name: string) => store.setting<number | null>(name, null) ?? Number.POSITIVE_INFINITY;
    if (this.#times.length >= limit('rateLimit')) return this.#refuse('global-rate');
    if (own.length >= limit('endpointRateLimit')) return this.#refuse('endpoint-rate');
    if (this.#running >= limit('concurrencyLimit')) return this.#refuse('global-concurrency');
    this.#times.push(now);
    own.push(now);
    this.#taken += 1;
    this.#running += 1;
    this.#highestAtOnce = Math.max(this.#highestAtOnce, this.#running);
    return () => {
      this.#running -= 1;
      this.#latencies.push(performance.now() - now);
    };
  }

  #refuse(reason: LimitReason): LimitReason {
    this.#refused[reason] += 1;
    return reason;
  }
}

function recent(times: number[], now: number): number[] {
  return times.filter((time) => time > now - windowMs);
}
