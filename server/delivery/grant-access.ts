import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAccess } from './delivery.sql.ts';

/** Gives a contributor access to current and future deliveries, in the transaction that settles the payment. */
export async function grantAccess(tx: Tx, poolId: string, userId: string, pledgeId: string): Promise<void> {
  await insertAccess(tx, { poolId, userId, pledgeId });
}
