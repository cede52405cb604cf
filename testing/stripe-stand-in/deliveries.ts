import Stripe from 'stripe';
import type { Store } from './store.ts';
import type { Delivery } from './tables.ts';

const timeoutMs = 10_000;
const attempts = 6;

/** Sends due webhooks, signed as Stripe signs them. A failed one is repeated with a growing delay; late ones may overtake each other. */
export class Deliveries {
  readonly #store: Store;
  readonly #sending = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Sends what is due and sets a timer for the next. Call it after every commit. */
  wake(): void {
    if (this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    const now = Date.now();
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of this.#store.all('deliveries')) {
      if (delivery.state !== 'due' || this.#sending.has(delivery.id)) continue;
      if (delivery.dueAt <= now) void this.#send(delivery);
      else next = Math.min(next, delivery.dueAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.wake(), next - now);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #send(delivery: Delivery): Promise<void> {
    this.#sending.add(delivery.id);
    await this.#store.flushed();
    const delivered = await this.#post(delivery);
    this.#sending.delete(delivery.id);
    if (this.#closed) return;
    const tried = delivery.attempts + 1;
    this.#store.change('deliveries', delivery.id, {
      attempts: tried,
      state: delivered ? 'delivered' : tried >= attempts ? 'given_up' : 'due',
      dueAt: Date.now() + 250 * 2 ** tried,
    });
    this.#store.commit();
    this.wake();
  }

  async #post(delivery: Delivery): Promise<boolean> {
    const endpoint = this.#store.get('endpoints', delivery.endpoint);
    const event = this.#store.get('events', delivery.event) ?? this.#store.get('thinEvents', delivery.event);
    if (!endpoint || !event) return true;
    const payload = JSON.stringify(event);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(payload, endpoint.secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

const signer = new Stripe('sk_test_signer');

export function sign(payload: string, secret: string): string {
  return signer.webhooks.generateTestHeaderString({ payload, secret });
}
