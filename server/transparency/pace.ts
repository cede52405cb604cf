import { setTimeout as sleep } from 'node:timers/promises';

const restMaxMs = 1000;

/**
 * Returns a function to call before each step of a long computation. It rests as long as the step before took, so that fans who pledge
 * in the meantime get at least half of the processor and of the database.
 */
export function createPace(): () => Promise<void> {
  let begin: number | undefined;
  return async () => {
    if (begin !== undefined) await sleep(Math.min(performance.now() - begin, restMaxMs));
    begin = performance.now();
  };
}
