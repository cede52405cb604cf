import type { Database } from '#server/platform/postgres/db.ts';
import { createTag } from '#server/platform/postgres/statement.ts';
import { repeats, seededRandom } from '#testing/seeded-random.ts';

/** The number of schedules that a model test runs; `MODEL_RUNS=100000` searches longer. */
export const modelRuns = Number(process.env.MODEL_RUNS ?? repeats(80, 5000));

/** The scheduler's interface for one of several concurrent operations. */
export interface Task {
  /**
   * Called before each step between which other operations can run: a statement, a transaction, a call to the processor. Resolves when
   * it is this task's turn. Never resolves after the task has crashed, because a killed process does not continue.
   */
  turn(): Promise<void>;
  /** Adds another concurrent operation, such as a message that is still in transit. */
  spawn(work: (task: Task) => Promise<unknown>): void;
}

export interface Operation {
  work: (task: Task) => Promise<unknown>;
  /** The operation crashes when it asks for this turn, counted from 0; undefined: it does not crash. */
  crashAtTurn?: number | undefined;
}

interface Running {
  resume: () => void;
  /** Resolves when the task asks for its next turn, ends or crashes. */
  paused: PromiseWithResolvers<void>;
  over: boolean;
}

/**
 * Runs operations one step at a time, in an order that the seed decides, until each has ended or crashed. The same seed gives the same
 * order. Rejects with the first error that an operation throws.
 */
export async function interleave(seed: number, operations: readonly Operation[]): Promise<void> {
  const { pick } = seededRandom(seed);
  const tasks: Running[] = [];
  const errors: unknown[] = [];

  function start({ work, crashAtTurn }: Operation): Running {
    const running: Running = { resume: () => undefined, paused: Promise.withResolvers<void>(), over: false };
    const end = () => {
      running.over = true;
      running.paused.resolve();
    };
    let turns = 0;
    const task: Task = {
      turn() {
        const crashes = turns === crashAtTurn;
        turns += 1;
        if (crashes) end();
        return new Promise<void>((resolve) => {
          if (crashes) return;
          running.resume = resolve;
          running.paused.resolve();
        });
      },
      spawn(more) {
        tasks.push(start({ work: more }));
      },
    };
    task
      .turn()
      .then(() => work(task))
      .catch((error: unknown) => errors.push(error))
      .finally(end);
    return running;
  }

  tasks.push(...operations.map(start));
  for (;;) {
    const waiting = tasks.filter(({ over }) => !over);
    if (waiting.length === 0) break;
    const next = pick(waiting);
    await next.paused.promise;
    if (next.over) continue;
    next.paused = Promise.withResolvers<void>();
    next.resume();
    await next.paused.promise;
  }
  if (errors.length > 0) throw errors[0];
}

/** Wraps a database so that each transaction, and each statement outside of one, waits for the task's turn. */
export function gatedDatabase(db: Database, task: Task): Database {
  const sql = createTag((statement) => task.turn().then(() => db.sql`${statement}`));
  return {
    ...db,
    sql: Object.assign(sql, { begin: db.sql.begin, reserve: db.sql.reserve }),
    async tx(work) {
      await task.turn();
      return db.tx(work);
    },
  };
}
