import { DatabaseError } from 'pg';
import { createTag, type Rows, type Run, type Statement, type Tag } from './statement.ts';
import type { Wire } from './wire.ts';

export interface Tx extends Tag {
  /** Runs `work` so that its failure undoes only its own statements. */
  savepoint<T>(work: (inner: Tx) => PromiseLike<T>): Promise<T>;
}

/** Adds a span to each statement. */
export type Trace = (run: Run) => Run;

/**
 * Runs `work` between `begin` and `commit`. A failed statement fails the transaction, even if `work` catches its error. Rejects at once when
 * the connection is lost, whatever `work` waits for.
 */
export async function transact<T>(
  wire: Wire,
  { begin, trace, work }: { begin: string; trace: Trace; work: (tx: Tx) => PromiseLike<T> },
): Promise<T> {
  await wire.command(begin);
  const scope = new Scope(wire, trace);
  let result: T;
  try {
    result = await Promise.race([scope.run(work), wire.lost]);
  } catch (error) {
    await wire.rollback().catch(() => wire.destroy());
    throw error;
  }
  await wire.command('commit');
  return result;
}

/** A transaction, or a part of one that ends with a savepoint. */
class Scope {
  readonly #wire: Wire;
  readonly #trace: Trace;
  readonly #depth: number;
  #fault: unknown;
  #isOpen = true;

  constructor(wire: Wire, trace: Trace, depth = 0) {
    this.#wire = wire;
    this.#trace = trace;
    this.#depth = depth;
  }

  async run<T>(work: (tx: Tx) => PromiseLike<T>): Promise<T> {
    const tag = createTag(this.#trace((statement) => this.#send(statement)));
    try {
      const result = await work(Object.assign(tag, { savepoint: this.#savepoint }));
      if (this.#fault) throw this.#fault;
      return result;
    } catch (error) {
      // Statements after the failed one are refused because of it.
      throw error instanceof DatabaseError && error.code === '25P02' ? (this.#fault ?? error) : error;
    } finally {
      this.#isOpen = false;
    }
  }

  async #send(statement: Statement<Rows>): ReturnType<Run> {
    if (!this.#isOpen) throw new Error('The transaction of this statement has ended');
    try {
      return await this.#wire.run(statement);
    } catch (error) {
      this.#fault ??= error;
      throw error;
    }
  }

  #savepoint = async <T>(work: (inner: Tx) => PromiseLike<T>): Promise<T> => {
    const name = `savepoint_${this.#depth}`;
    await this.#wire.command(`savepoint ${name}`);
    try {
      return await new Scope(this.#wire, this.#trace, this.#depth + 1).run(work);
    } catch (error) {
      await this.#wire.command(`rollback to ${name}`);
      throw error;
    }
  };
}
