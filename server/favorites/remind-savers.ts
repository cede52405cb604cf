import type { Platform } from '#server/platform/platform.ts';
import type {} from './facts.ts';
import { markReminded } from './save-reminders.sql.ts';

const batch = 200;

/** Publishes one reminder for every followed pool that closes within 24 hours. The mark and the fact commit together, so none repeats. */
export async function remindSavers(context: Platform): Promise<void> {
  let count = batch;
  while (count === batch) {
    count = await context.db.tx(async (tx) => {
      const reminded = await markReminded(tx, batch);
      for (const save of reminded) await context.facts.publish(tx, 'pool.saved_closing', save);
      return reminded.length;
    });
  }
}
