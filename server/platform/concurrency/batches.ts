import { setTimeout as sleep } from 'node:timers/promises';

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * One run for many callers, be it a commit or a read. Collects items while one batch is under way and hands all of them over when it
 * returns; the first of a quiet moment goes at once, or waits `gatherMs` for company where many are expected to come at the same time.
 * A batch that fails is tried item by item: one bad item fails alone.
 */
export function createBatches<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  {
    max = 500,
    gatherMs = 0,
    failsAlone = () => true,
  }: { max?: number; gatherMs?: number; failsAlone?: (error: unknown) => boolean } = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let underWay = false;

  async function settle(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('the batch gave no answer for an item'));
        else resolve(answer);
      });
    } catch (error) {
      if (batch.length > 1 && failsAlone(error)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async function flush(): Promise<void> {
    underWay = true;
    if (gatherMs > 0) await sleep(gatherMs);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await settle(batch);
    }
    underWay = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!underWay) void flush();
    });
}
