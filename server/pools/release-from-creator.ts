import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { askNoOne } from './pools.sql.ts';

/** A creator asked to be left out: the pools that asked them ask no one from now on, and their owners hear of it. */
export async function releaseFromCreator(context: Platform, tx: Tx, profileId: string): Promise<void> {
  for (const { id, waits } of await askNoOne(tx, profileId)) {
    if (waits) await context.facts.tell(tx, 'pool.asks_no_one', { poolId: id });
  }
}
