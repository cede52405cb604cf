import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteAccess } from './delivery.sql.ts';

/** Revokes access to deliveries, in the transaction that requests the refund or records the dispute. */
export async function revokeAccess(tx: Tx, pledgeId: string): Promise<void> {
  await deleteAccess(tx, pledgeId);
}
