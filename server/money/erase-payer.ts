import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markCardsRemoved } from './cards.sql.ts';
import { forgetCardJob } from './job-kinds.ts';

/** Removes a person's saved cards, here and at the processor. Their payments stay in the ledger. */
export async function erasePayer({ jobs }: Platform, tx: Tx, userId: string): Promise<void> {
  const cards = await markCardsRemoved(tx, userId);
  await jobs.enqueueMany(tx, forgetCardJob, cards);
}
