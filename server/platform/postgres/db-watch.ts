/** A connection that only checks whether the database answers. */
export interface Line {
  ask(): PromiseLike<unknown>;
  /** Rejects once the connection is closed. */
  closed: Promise<never>;
  end(): Promise<void>;
}

export interface WatchOptions {
  open(): Line;
  /** Classifies an error: the database is away, did not answer in time, or refuses this one connection. */
  judge(error: unknown): 'away' | 'slow' | 'there';
  onAway(reason: unknown): void;
  onReturn(): void;
}

const askEveryMs = 1000;
/** A connection attempt gets five seconds, which a busy machine may exceed once. */
const maxSlow = 3;
const retryMs = 200;
const tickMs = 1000;
/** A slow answer must not drop every connection, but a network that swallows packets must. */
const maxTicks = 15;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/**
 * Counts ticks instead of comparing times: after a stall of the event loop the timer fires once, and the answer that waited in the
 * socket arrives before the next tick.
 */
async function answerOf(question: PromiseLike<unknown>): Promise<void> {
  const silence = Promise.withResolvers<never>();
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
    if (ticks >= maxTicks) silence.reject(new Silence());
  }, tickMs).unref();
  try {
    await Promise.race([question, silence.promise]);
  } finally {
    clearInterval(clock);
  }
}

class Silence extends Error {
  constructor() {
    super(`the database has not answered for ${(maxTicks * tickMs) / 1000} seconds`);
    this.name = 'Silence';
  }
}

/**
 * Reports when the database goes away and when it returns. A crash of PostgreSQL breaks all of its connections at once, so the end of
 * this connection stands for all. Returns a function that stops the watch.
 */
export function watchDatabase({ open, judge, onAway, onReturn }: WatchOptions): () => Promise<void> {
  let line: Line | undefined;
  let isStopped = false;
  let away = false;
  let slow = 0;

  /** Checks until there is no answer, and returns the reason. */
  async function hold(current: Line): Promise<unknown> {
    try {
      for (;;) {
        await answerOf(current.ask());
        slow = 0;
        if (away && !isStopped) {
          away = false;
          onReturn();
        }
        await Promise.race([pause(askEveryMs), current.closed]);
      }
    } catch (reason) {
      return reason;
    }
  }

  function isGone(reason: unknown): boolean {
    if (reason instanceof Silence) return true;
    const verdict = judge(reason);
    if (verdict === 'slow') slow += 1;
    return verdict === 'away' || slow >= maxSlow;
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      line = open();
      const reason = await hold(line);
      void line.end();
      if (!isStopped && !away && isGone(reason)) {
        away = true;
        onAway(reason);
      }
      await pause(retryMs);
    }
  }

  void watch();
  return async () => {
    isStopped = true;
    await line?.end();
  };
}
