import type { Tx } from '#server/platform/db.ts';
import { deleteAccess } from './pools.sql.ts';

/** Closes it again; in the transaction that starts the refund or takes the money back. */
export async function revokeAccess(tx: Tx, pledgeId: string): Promise<void> {
  await deleteAccess(tx, pledgeId);
}
