import type { Platform } from '#server/platform/platform.ts';
import { chainWaiting } from './chain.sql.ts';

/** Each batch is one short transaction: 2,000 journals take about 50 ms. */
const batch = 2000;

/**
 * Appends every committed journal to the hash chain. Safe at any time and on several nodes: the database appends in one definite order,
 * and a crash loses at most a batch that the next call appends. Journals that commit during the call may wait for the next one.
 */
export async function chainJournals({ db }: Pick<Platform, 'db'>, signal?: AbortSignal): Promise<void> {
  while ((await chainWaiting(db.sql, batch)) === batch) signal?.throwIfAborted();
}
