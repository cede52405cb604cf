import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { removeUpdate } from './remove-update.ts';
import { listUpdateIdsOf } from './updates.sql.ts';

/** Deletes the updates of a deleted account. */
export async function eraseUpdates(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  for (const id of await listUpdateIdsOf(tx, userId)) {
    await removeUpdate(context, tx, { id, byId: userId, through: 'account' });
  }
}
