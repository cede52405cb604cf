import { setTimeout as sleep } from 'node:timers/promises';

/** One run of the PostgreSQL server. */
export interface PostgresRun {
  /** Resolves to how it ended, asked to or not. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface KeeperOptions {
  /** Starts the server and waits until it accepts connections; stops it when the signal is aborted meanwhile. */
  begin(signal: AbortSignal): Promise<PostgresRun>;
  /** How many starts in a row may follow an unexpected end. */
  restarts: number;
  onRestart(reason: string, count: number, pauseMs: number): void;
  /** The last permitted start has failed, or its run has ended. */
  onGiveUp(reason: string): Promise<void>;
}

/** A run that lasted this long starts the count of restarts anew. */
const steadyMs = 60_000;
const longestPauseMs = 10_000;

/** 0, 250, 500, 1000 ms and so on: a single crash costs no pause, and a server that cannot start is not started in a loop. */
const pauseBefore = (count: number) => (count === 1 ? 0 : Math.min(longestPauseMs, 250 * 2 ** (count - 2)));

/** Starts the server and starts it again whenever it ends unexpectedly. Throws when the first start fails. */
export async function keepPostgres(options: KeeperOptions): Promise<{ stop(): Promise<void> }> {
  const { begin, restarts, onRestart, onGiveUp } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let run = await begin(signal);

  /** Returns why the server does not run, if it does not. */
  async function beginAgain(): Promise<string | undefined> {
    try {
      run = await begin(signal);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns the count of restarts by now; undefined when there is no server any more. */
  async function restart(firstReason: string, counted: number): Promise<number | undefined> {
    let reason = firstReason;
    for (let count = counted + 1; count <= restarts; count += 1) {
      const pauseMs = pauseBefore(count);
      onRestart(reason, count, pauseMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      const fault = await beginAgain();
      if (signal.aborted) return undefined;
      if (fault === undefined) return count;
      reason = fault;
    }
    await onGiveUp(reason);
    return undefined;
  }

  async function keep(): Promise<void> {
    let count: number | undefined = 0;
    while (count !== undefined) {
      const startedAt = performance.now();
      const reason = await run.ended;
      if (signal.aborted) return;
      count = await restart(reason, performance.now() - startedAt > steadyMs ? 0 : count);
    }
  }

  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await run.stop();
      await keeping;
      // A start that was about to succeed when the order came.
      await run.stop();
    },
  };
}
