import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { deleteAccess, findContentReader, insertAccess } from './delivery.sql.ts';
import { seesEveryDelivery } from './policy.ts';

/**
 * Asserts that this person may read the deliveries of a pool. `all` is true for the assigned creator and admins, who see every delivery;
 * contributors see approved ones. Throws `not_found`, `content_locked`.
 */
export async function requireContentReader(
  sql: Connection,
  actor: Actor,
  poolId: string,
): Promise<{ all: boolean; isContributor: boolean }> {
  const reader = await findContentReader(sql, poolId, actor.userId);
  if (!reader) throw appError('not_found');
  const all = seesEveryDelivery(actor, reader);
  if (!all && !reader.hasAccess) throw appError('content_locked');
  return { all, isContributor: reader.hasAccess };
}

/** Gives a contributor access to current and future deliveries, in the transaction that settles the payment. */
export async function grantAccess(tx: Tx, poolId: string, userId: string, pledgeId: string): Promise<void> {
  await insertAccess(tx, { poolId, userId, pledgeId });
}

/** Revokes access to deliveries, in the transaction that requests the refund or records the dispute. */
export async function revokeAccess(tx: Tx, pledgeId: string): Promise<void> {
  await deleteAccess(tx, pledgeId);
}
