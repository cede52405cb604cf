import type { Platform } from '#server/platform/platform.ts';
import type {} from './facts.ts';
import { markEndedVacations } from './request-terms.sql.ts';

const batch = 200;

/** Publishes every vacation that ended by the clock. The mark and the fact commit together, so none repeats. */
export async function publishEndedVacations(context: Platform): Promise<void> {
  let count = batch;
  while (count === batch) {
    count = await context.db.tx(async (tx) => {
      const ended = await markEndedVacations(tx, batch);
      for (const profile of ended) await context.facts.publish(tx, 'creator.reopened', profile);
      return ended.length;
    });
  }
}
