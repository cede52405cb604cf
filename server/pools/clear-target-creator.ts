import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { clearTargetProfile } from './pools.sql.ts';

/** Opens the pools of a removed profile to any creator and notifies their owners and the fans who pledged. */
export async function clearTargetCreator(context: InTransaction<Platform>, tx: Tx, profileId: string): Promise<void> {
  for (const { id, waits } of await clearTargetProfile(tx, profileId)) {
    if (waits) await context.facts.publish(tx, 'pool.asks_no_one', { poolId: id });
  }
}
