import type { Tx } from '#server/platform/postgres/db.ts';
import { recordRestore } from './unmatched/unmatched.sql.ts';

/** Records the end of a restore. The reconciler books late movements of lost rows for three days after it. */
export function endRestore(tx: Tx, restore: { backupId: string; takenAt: Date }): Promise<void> {
  return recordRestore(tx, restore);
}
