import { setTimeout as sleep } from 'node:timers/promises';
import type { Rows, Run, Statement } from './statement.ts';
import { isOutdated, Wire, type WireOptions } from './wire.ts';

interface Waiter {
  use: (wire: Wire) => void;
  refuse: (error: Error) => void;
}

const ended = () => Object.assign(new Error('the database connections were ended'), { code: 'CONNECTION_ENDED' });

/**
 * The connections of this process. Statements share them, and a transaction has one for itself. A statement goes to the one with the
 * fewest statements under way, so that PostgreSQL reads and answers several at once.
 */
export class Pool {
  readonly #shared = new Set<Wire>();
  /** Connections for one use, besides those of the pool. */
  readonly #single = new Set<Wire>();
  readonly #waiting: Waiter[] = [];
  readonly #options: WireOptions;
  readonly #max: number;
  #isEnded = false;

  constructor(options: WireOptions, max: number) {
    this.#options = options;
    this.#max = max;
  }

  async run(statement: Statement<Rows>): ReturnType<Run> {
    try {
      return await this.#runOnce(statement);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return this.#runOnce(statement);
    }
  }

  #runOnce(statement: Statement<Rows>): ReturnType<Run> {
    const answer = Promise.withResolvers<Awaited<ReturnType<Run>>>();
    this.#withWire({
      use: (wire) => {
        answer.resolve(wire.run(statement));
      },
      refuse: answer.reject,
    });
    return answer.promise;
  }

  /** A connection for the caller alone, until `give`. Statements that are under way on it end first. */
  take(): Promise<Wire> {
    const answer = Promise.withResolvers<Wire>();
    this.#withWire({
      use: (wire) => {
        wire.isTaken = true;
        answer.resolve(wire);
      },
      refuse: answer.reject,
    });
    return answer.promise;
  }

  give(wire: Wire): void {
    wire.isTaken = false;
    this.#serve();
  }

  /** A connection besides those of the pool. It ends with the pool, unless the caller ends it before. */
  open(options: WireOptions): Wire {
    if (this.#isEnded) throw ended();
    return this.#add(this.#single, options);
  }

  /** Refuses waiting and later statements at once, and running ones after this time. */
  async end(withinMs: number): Promise<void> {
    this.#isEnded = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(ended());
    const isBusy = (wire: Wire) => wire.isTaken || wire.running > 0;
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(5)) {
      if (![...this.#shared].some(isBusy)) break;
    }
    const all = [...this.#shared, ...this.#single];
    await Promise.all(all.map((wire) => (isBusy(wire) ? wire.destroy() : wire.end())));
  }

  #withWire(waiter: Waiter): void {
    if (this.#isEnded) waiter.refuse(ended());
    else this.#waiting.push(waiter);
    this.#serve();
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const wire = this.#next();
      if (!wire) return;
      this.#waiting.shift()?.use(wire);
    }
  }

  #next(): Wire | undefined {
    let next: Wire | undefined;
    for (const wire of this.#shared) {
      if (wire.isTaken) continue;
      if (wire.isOld && wire.running === 0) {
        this.#shared.delete(wire);
        void wire.end();
      } else if (!next || wire.running < next.running) next = wire;
    }
    const isEnough = next?.running === 0 || this.#shared.size >= this.#max;
    return isEnough ? next : this.#add(this.#shared, this.#options);
  }

  #add(wires: Set<Wire>, options: WireOptions): Wire {
    const wire = new Wire(options);
    wires.add(wire);
    wire.lost.catch(() => {
      wires.delete(wire);
      this.#serve();
    });
    return wire;
  }
}
