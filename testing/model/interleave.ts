import { dice } from '#testing/dice.ts';
import { repeats } from '#testing/profile.ts';

/** How many schedules a model test runs; `MODEL_RUNS=100000` searches for longer. */
export const modelRuns = Number(process.env.MODEL_RUNS ?? repeats(1000, 5000));

/** One of several operations that run at the same time, as seen by the code that runs in it. */
export interface Player {
  /**
   * Called before each step that another operation could come between: a statement, a transaction, a call of the processor. Resolves
   * when it is this player's turn. Never resolves once the player has crashed, as a killed process never goes on.
   */
  turn(): Promise<void>;
  /** Adds an operation that runs beside the others from now on: a message that is still under way. */
  spawn(work: (player: Player) => Promise<unknown>): void;
}

export interface Operation {
  work: (player: Player) => Promise<unknown>;
  /** Dies when it asks for this turn, counted from 0; undefined lives. */
  crashAtTurn?: number | undefined;
}

interface Running {
  resume: () => void;
  /** Resolves when the player asks for its next turn, ends or crashes. */
  paused: PromiseWithResolvers<void>;
  over: boolean;
}

/**
 * Runs operations one step at a time, in an order that the seed decides, until each has ended or crashed. The same seed gives the same
 * order. Rejects with the first error that an operation throws.
 */
export async function interleave(seed: number, operations: readonly Operation[]): Promise<void> {
  const { one } = dice(seed);
  const players: Running[] = [];
  const errors: unknown[] = [];

  function start({ work, crashAtTurn }: Operation): Running {
    const running: Running = { resume: () => undefined, paused: Promise.withResolvers<void>(), over: false };
    const end = () => {
      running.over = true;
      running.paused.resolve();
    };
    let turns = 0;
    const player: Player = {
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
        players.push(start({ work: more }));
      },
    };
    player
      .turn()
      .then(() => work(player))
      .catch((error: unknown) => errors.push(error))
      .finally(end);
    return running;
  }

  players.push(...operations.map(start));
  for (;;) {
    const waiting = players.filter(({ over }) => !over);
    if (waiting.length === 0) break;
    const next = one(waiting);
    await next.paused.promise;
    if (next.over) continue;
    next.paused = Promise.withResolvers<void>();
    next.resume();
    await next.paused.promise;
  }
  if (errors.length > 0) throw errors[0];
}
