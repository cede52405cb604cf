import { randomUUID } from 'node:crypto';
import {
  type CardProcessor,
  type ChargeRequest,
  type ChargeState,
  type Decline,
  ProcessorFault,
  type SessionRequest,
} from '#server/money/card-processor.ts';
import type { Random } from '#testing/seeded-random.ts';
import type { Task } from './interleave.ts';

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

/** lost: done, but no answer arrives; late: no answer, and done later; unreachable: never arrives; refused: understood, not done. */
type Fault = 'none' | 'lost' | 'late' | 'unreachable' | 'refused';

interface Request {
  /** The idempotency key; null for a call that is harmless to repeat. */
  key: string | null;
  content?: unknown;
  mayRefuse?: boolean;
}

const soft: Decline = { kind: 'soft', code: 'insufficient_funds', reason: 'No money.' };
const abandoned: Decline = { kind: 'abandoned', code: 'abandoned', reason: 'Left.' };

/**
 * A card processor in memory, as strict as a real one: idempotency keys, pages, two-step charges, lost answers and late requests. A
 * look-up by our reference alone may miss an existing object, like a search index that lags.
 */
export class ModelProcessor {
  readonly charges = new Map<string, Charge>();
  readonly pages = new Map<string, Page>();
  readonly #answers = new Map<string, { request: string; answer: string }>();
  readonly #random: Random;
  readonly #cardPays: boolean;

  constructor(options: { random: Random; cardPays: boolean }) {
    this.#random = options.random;
    this.#cardPays = options.cardPays;
  }

  succeeded(): number {
    const paidPages = [...this.pages.values()].filter(({ status }) => status === 'paid').length;
    return [...this.charges.values()].filter(({ status }) => status === 'succeeded').length + paidPages;
  }

  /** The fan pays on a page whose URL they have. */
  payOn(url: string): void {
    const page = this.pages.get(url);
    if (page?.status === 'open') page.status = 'paid';
  }

  /** The port for one operation. Without a task every call succeeds at once. */
  port(task?: Task): CardProcessor {
    const ask = <T>(request: Request, work: () => T) => this.#ask(task, request, work);
    const harmless = { key: null, mayRefuse: false };
    const under = ({ key, ...content }: { key: string }): Request => ({ key, content, mayRefuse: true });
    return {
      name: 'model',
      testMode: true,
      forbidsAdult: false,
      createCustomer: ({ userId, key }) => ask({ key }, () => ({ customerRef: `cus_${userId}` })),
      startPayment: (request) => ask(under(request), () => this.#startPayment(request)),
      closeSession: (sessionRef) =>
        ask({ ...harmless, mayRefuse: true }, () => {
          const page = this.pages.get(sessionRef);
          if (page?.status === 'open') page.status = 'closed';
        }),
      createCharge: (request) => ask(under(request), () => this.#createCharge(request)),
      confirmCharge: (request) =>
        ask(under(request), () => this.#end(request.chargeRef, this.#cardPays ? 'pay' : soft)),
      cancelCharge: (chargeRef) => ask({ ...harmless, mayRefuse: true }, () => this.#end(chargeRef, abandoned)),
      lookUpCharge: (by) => ask(harmless, () => this.#lookUp(by, task !== undefined)),
      listMovements: async () => [],
      ...notPartOfTheModel,
    };
  }

  async #ask<T>(task: Task | undefined, request: Request, work: () => T): Promise<T> {
    const once = () => this.#once(request, work);
    if (!task) return once();
    await task.turn();
    const isKnown = request.key !== null && this.#answers.has(request.key);
    const fault = this.#rollFault(request.mayRefuse === true && !isKnown);
    if (fault === 'refused') throw new ProcessorFault('refused', 'refused');
    if (fault === 'late') task.spawn(async () => void once());
    const answer = fault === 'none' || fault === 'lost' ? once() : undefined;
    await task.turn();
    if (fault !== 'none') throw new ProcessorFault('unknown', fault);
    return answer as T;
  }

  #rollFault(mayRefuse: boolean): Fault {
    const n = this.#random.below(100);
    if (n < 84) return 'none';
    if (n < 88) return 'lost';
    if (n < 92) return 'late';
    if (n < 96 || !mayRefuse) return 'unreachable';
    return 'refused';
  }

  /** Returns the stored answer for the same key and content; refuses the key with other content. */
  #once<T>({ key, content }: Request, work: () => T): T {
    if (key === null) return work();
    const request = JSON.stringify(content);
    const existing = this.#answers.get(key);
    if (existing && existing.request !== request)
      throw new ProcessorFault('refused', `${key} was used for another request`);
    if (existing) return JSON.parse(existing.answer) as T;
    const answer = work();
    this.#answers.set(key, { request, answer: JSON.stringify(answer) });
    return answer;
  }

  /** Real processors forget idempotency keys after a day. */
  forgetKeys(): void {
    this.#answers.clear();
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
    if (!charge) throw new ProcessorFault('refused', `${chargeRef} does not exist`);
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
    if (!chargeRef && !sessionRef && mayLag && this.#random.below(3) === 0) return null;
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
  reverseTransfer: absent,
  lookUpReversal: absent,
  startCardSetup: absent,
  lookUpSetup: absent,
  lookUpCard: absent,
  forgetCard: absent,
  forgetCustomer: absent,
  refund: absent,
  lookUpRefund: absent,
  defaultPayoutAccount: absent,
  payOut: absent,
  lookUpPayout: absent,
  readWebhook: absent,
};
