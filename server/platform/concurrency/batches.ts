import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: one run, such as a transaction or a query, serves many callers. Items that arrive during a run form the next batch. When
 * idle, the first item waits for others of the same turn of the event loop, or for `gatherMs` where many callers are expected together. If
 * a batch fails and `retryIndividually` allows it, each of its items runs again alone, so that a bad item fails alone.
 */
export function createBatches<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  {
    max = 500,
    gatherMs = 0,
    retryIndividually = () => true,
  }: { max?: number; gatherMs?: number; retryIndividually?: (error: unknown) => boolean } = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let isRunning = false;

  async function settle(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('the batch returned no result for an item'));
        else resolve(answer);
      });
    } catch (error) {
      if (batch.length > 1 && retryIndividually(error)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function flush(): Promise<void> {
    isRunning = true;
    await (gatherMs > 0 ? sleep(gatherMs) : endOfTurn());
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await settle(batch);
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void flush();
    });
}
