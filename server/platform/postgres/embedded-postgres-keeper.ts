import { setTimeout as sleep } from 'node:timers/promises';

/** One run of the PostgreSQL server. */
export interface PostgresRun {
  /** Resolves to why the server stopped, whether or not that was requested. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface KeeperOptions {
  /** Starts the server and waits until it accepts connections; stops it if the signal is aborted before then. */
  begin(signal: AbortSignal): Promise<PostgresRun>;
  /** The maximum number of restarts in a row after unexpected ends. */
  restarts: number;
  onRestart(reason: string, count: number, pauseMs: number): void;
  /** Called after the last permitted restart has failed or ended. */
  onGiveUp(reason: string): Promise<void>;
}

/** A run that lasted this long resets the count of restarts. */
const steadyMs = 60_000;
const longestPauseMs = 10_000;

/** 0, 250, 500, 1000 ms and so on: no pause after a single crash, and no tight loop for a server that cannot start. */
const pauseBefore = (count: number) => (count === 1 ? 0 : Math.min(longestPauseMs, 250 * 2 ** (count - 2)));

/** Starts the server, and restarts it when it ends unexpectedly. Throws if the first start fails. */
export async function keepPostgres(options: KeeperOptions): Promise<{ stop(): Promise<void> }> {
  const { begin, restarts, onRestart, onGiveUp } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let run = await begin(signal);

  /** Returns why the server isn't running, or undefined. */
  async function beginAgain(): Promise<string | undefined> {
    try {
      run = await begin(signal);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns the number of restarts so far; undefined once there is no server. */
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
      // The start succeeded just as the server was told to stop.
      await run.stop();
    },
  };
}
