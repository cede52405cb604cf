import { randomUUID } from 'node:crypto';
import {
  type CardProcessor,
  type ChargeRequest,
  type ChargeState,
  type Decline,
  ProcessorFault,
  type SessionRequest,
} from '#server/money/card-port.ts';
import type { Player } from './interleave.ts';

interface Charge {
  reference: string;
  amountCents: number;
  status: 'created' | 'succeeded' | 'failed';
  decline: Decline;
}

interface Page {
  reference: string;
  amountCents: number;
  status: 'open' | 'paid' | 'closed';
}

/** lost: done, the answer never comes; late: no answer, and done later; unreachable: never arrives; refused: understood, not done. */
type Weather = 'good' | 'lost' | 'late' | 'unreachable' | 'refused';

const soft: Decline = { kind: 'soft', code: 'insufficient_funds', reason: 'No money.' };
const abandoned: Decline = { kind: 'abandoned', code: 'abandoned', reason: 'Left.' };

/**
 * A card processor in memory, as strict and as unhelpful as a real one: idempotency keys, pages, two-step charges, answers that get
 * lost and requests that arrive late. A look-up by our reference alone may not find what is there, as with a search index that lags.
 */
export class ModelProcessor {
  readonly charges = new Map<string, Charge>();
  readonly pages = new Map<string, Page>();
  readonly #answers = new Map<string, string>();
  readonly #roll: (n: number) => number;
  readonly #cardPays: boolean;

  constructor(options: { roll: (n: number) => number; cardPays: boolean }) {
    this.#roll = options.roll;
    this.#cardPays = options.cardPays;
  }

  succeeded(): number {
    const paidPages = [...this.pages.values()].filter(({ status }) => status === 'paid').length;
    return [...this.charges.values()].filter(({ status }) => status === 'succeeded').length + paidPages;
  }

  /** The fan enters a card that pays, on any page whose URL they were given. */
  payOn(url: string): void {
    const page = this.pages.get(url);
    if (page?.status === 'open') page.status = 'paid';
  }

  /** What one operation may ask for. Without a player everything works at once: the time after the storm. */
  port(player?: Player): CardProcessor {
    const ask = <T>(key: string | null, work: () => T, mayRefuse = false) => this.#ask(player, key, work, mayRefuse);
    return {
      name: 'model',
      testMode: true,
      createCustomer: ({ userId, key }) => ask(key, () => ({ customerRef: `cus_${userId}` })),
      startPayment: (request) => ask(request.key, () => this.#startPayment(request), true),
      closeSession: (sessionRef) =>
        ask(null, () => {
          const page = this.pages.get(sessionRef);
          if (page?.status === 'open') page.status = 'closed';
        }),
      createCharge: (request) => ask(request.key, () => this.#createCharge(request), true),
      confirmCharge: ({ chargeRef, key }) => ask(key, () => this.#end(chargeRef, this.#cardPays ? 'pay' : soft), true),
      cancelCharge: (chargeRef) => ask(null, () => this.#end(chargeRef, abandoned)),
      lookUpCharge: (by) => ask(null, () => this.#lookUp(by, player !== undefined)),
      listMovements: async () => [],
      ...notPartOfTheModel,
    };
  }

  async #ask<T>(player: Player | undefined, key: string | null, work: () => T, mayRefuse: boolean): Promise<T> {
    const once = () => this.#once(key, work);
    if (!player) return once();
    await player.turn();
    const weather = this.#weather(mayRefuse && !(key !== null && this.#answers.has(key)));
    if (weather === 'refused') throw new ProcessorFault('refused', 'refused');
    if (weather === 'late') {
      player.spawn(async () => void once());
    }
    const answer = weather === 'good' || weather === 'lost' ? once() : undefined;
    await player.turn();
    if (weather !== 'good') throw new ProcessorFault('unknown', weather);
    return answer as T;
  }

  #weather(mayRefuse: boolean): Weather {
    const n = this.#roll(100);
    if (n < 84) return 'good';
    if (n < 88) return 'lost';
    if (n < 92) return 'late';
    if (n < 96 || !mayRefuse) return 'unreachable';
    return 'refused';
  }

  /** The same key gives the stored answer. */
  #once<T>(key: string | null, work: () => T): T {
    const known = key === null ? undefined : this.#answers.get(key);
    if (known !== undefined) return JSON.parse(known) as T;
    const answer = work();
    if (key !== null) this.#answers.set(key, JSON.stringify(answer));
    return answer;
  }

  #name(kind: string): string {
    return `${kind}_${randomUUID()}`;
  }

  #startPayment({ reference, amountCents }: SessionRequest & { amountCents: number }) {
    const sessionRef = this.#name('page');
    this.pages.set(sessionRef, { reference, amountCents, status: 'open' });
    return { sessionRef, url: sessionRef };
  }

  #createCharge({ reference, amountCents }: ChargeRequest) {
    const chargeRef = this.#name('charge');
    this.charges.set(chargeRef, { reference, amountCents, status: 'created', decline: abandoned });
    return { chargeRef };
  }

  #end(chargeRef: string, how: 'pay' | Decline): ChargeState {
    const charge = this.charges.get(chargeRef);
    if (!charge) throw new ProcessorFault('refused', `there is no ${chargeRef}`);
    if (charge.status === 'created') {
      charge.status = how === 'pay' ? 'succeeded' : 'failed';
      if (how !== 'pay') charge.decline = how;
    }
    return this.#chargeState(chargeRef, charge);
  }

  #lookUp(
    { chargeRef, sessionRef, reference }: { chargeRef: string | null; sessionRef: string | null; reference: string },
    mayLag: boolean,
  ): ChargeState | null {
    if (!chargeRef && !sessionRef && mayLag && this.#roll(3) === 0) return null;
    for (const [ref, charge] of this.charges) {
      if (ref === chargeRef || (!chargeRef && charge.reference === reference)) return this.#chargeState(ref, charge);
    }
    for (const [ref, page] of this.pages) {
      if (ref === sessionRef || (!sessionRef && page.reference === reference)) return this.#pageState(ref, page);
    }
    return null;
  }

  #chargeState(chargeRef: string, { reference, amountCents, status, decline }: Charge): ChargeState {
    const identity = { chargeRef, reference, amountCents };
    if (status === 'succeeded') return { ...identity, status, costCents: 59 };
    if (status === 'failed') return { ...identity, status, decline };
    return { ...identity, status: 'open', sessionRef: null, url: null };
  }

  #pageState(ref: string, { reference, amountCents, status }: Page): ChargeState {
    if (status === 'paid')
      return { chargeRef: `of_${ref}`, reference, amountCents, status: 'succeeded', costCents: 59 };
    const identity = { chargeRef: null, reference, amountCents };
    if (status === 'open') return { ...identity, status, sessionRef: ref, url: ref };
    return { ...identity, status: 'failed', decline: abandoned };
  }
}

const absent = (): never => {
  throw new Error('the model does not charge through this call');
};
const notPartOfTheModel = {
  startCardSetup: absent,
  lookUpSetup: absent,
  forgetCard: absent,
  refund: absent,
  lookUpRefund: absent,
  standingPayoutAccount: absent,
  payOut: absent,
  lookUpPayout: absent,
  readWebhook: absent,
};
