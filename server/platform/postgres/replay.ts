import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting {
  bytes: number;
  settle(isReached: boolean): void;
}

export interface Replay {
  /** Resolves to true once the standby has replayed the log up to this position, and to false after `withinMs` or a failure. */
  reached(bytes: number, withinMs: number): Promise<boolean>;
}

/** A standby replays a commit some milliseconds after the primary. Each poll takes a fraction of one. */
const pollMs = 2;

/** Waits for positions of a standby. All callers share one poll loop, which runs only while one of them waits. */
export function createReplay(readPosition: () => Promise<number>): Replay {
  const waiting = new Set<Waiting>();
  let isPolling = false;

  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0) {
      const replayed = await readPosition().catch(() => -1);
      for (const one of waiting) if (replayed < 0 || one.bytes <= replayed) one.settle(replayed >= 0);
      if (waiting.size > 0) await sleep(pollMs, undefined, { ref: false });
    }
    isPolling = false;
  }

  return {
    reached: (bytes, withinMs) =>
      new Promise((resolve) => {
        const one: Waiting = {
          bytes,
          settle(isReached) {
            clearTimeout(timer);
            waiting.delete(one);
            resolve(isReached);
          },
        };
        const timer = setTimeout(() => one.settle(false), withinMs);
        waiting.add(one);
        if (!isPolling) void poll();
      }),
  };
}
