import type { CardProcessor } from '#server/money/card-processor.ts';

const changing = new Set<string | symbol>([
  'createCustomer',
  'forgetCustomer',
  'startCardSetup',
  'startPayment',
  'closeSession',
  'createCharge',
  'confirmCharge',
  'cancelCharge',
  'refund',
  'payOut',
  'reverseTransfer',
] satisfies (keyof CardProcessor)[]);

/**
 * Lets the server die at a call to the card processor: the rest of the request or job does not run, as after SIGKILL at this moment.
 * `before`: the processor never gets the call; `after`: it has acted, and nothing of it is stored.
 */
export class ServerCrashes {
  #plan: { skip: number; when: 'before' | 'after' } | null = null;
  count = 0;

  plan(crash: { skip: number; when: 'before' | 'after' } | null): void {
    this.#plan = crash && { ...crash };
  }

  wrap(cards: CardProcessor): CardProcessor {
    return new Proxy(cards, {
      get: (target, name, receiver) => {
        const method: unknown = Reflect.get(target, name, receiver);
        if (!changing.has(name) || typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          const when = this.#take();
          if (when === 'before') throw new Error(`the server dies before ${String(name)}`);
          const answer: unknown = await (method as (...args: unknown[]) => unknown)(...args);
          if (when === 'after') throw new Error(`the server dies after ${String(name)}`);
          return answer;
        };
      },
    });
  }

  #take(): 'before' | 'after' | null {
    if (!this.#plan) return null;
    const { skip, when } = this.#plan;
    this.#plan = skip > 0 ? { skip: skip - 1, when } : null;
    if (skip > 0) return null;
    this.count += 1;
    return when;
  }
}
