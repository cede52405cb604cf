import { apiLimits } from '#contract/programs/api-limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteOldEvents } from './events.sql.ts';

const perTransaction = 5000;

/** The log is a feed for programs, not a history: the history of pools, pledges and payouts stays in their tables. */
export function defineEventJobs({ db, jobs }: Platform): void {
  const sweep = jobs.define<undefined>('events.sweep', async (_, signal) => {
    while ((await db.tx((tx) => deleteOldEvents(tx, apiLimits.eventsKeptMs, perTransaction))) === perTransaction) {
      signal.throwIfAborted();
    }
  });
  jobs.every('events.sweep', '41 * * * *', sweep);
}
