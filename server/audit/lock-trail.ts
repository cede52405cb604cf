import type { Tx } from '#server/platform/postgres/db.ts';
import { lockTrail as lock } from './audit.sql.ts';

/** From here to the end of the transaction, no other one can append a row. Call it after all other locks. */
export function lockTrail(tx: Tx): Promise<void> {
  return lock(tx);
}
