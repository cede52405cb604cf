import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteAccess } from './delivery.sql.ts';

/** Closes it again; in the transaction that starts the refund or takes the money back. */
export async function revokeAccess(tx: Tx, pledgeId: string): Promise<void> {
  await deleteAccess(tx, pledgeId);
}
