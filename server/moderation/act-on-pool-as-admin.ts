import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { actOnPool, type PoolAction } from '#server/pools/act-on-pool.ts';
import { insertAudit } from './audit.sql.ts';

/** Performs an admin's action on a pool and writes its audit row. Freezing and removing require a reason, which people are shown. */
export async function actOnPoolAsAdmin(
  context: Platform,
  actor: Actor,
  ip: string,
  input: { poolId: string; action: PoolAction['action']; reason?: string | undefined },
): Promise<void> {
  const { poolId, action } = input;
  const reason = input.reason ?? null;
  if (!reason && (action === 'freeze' || action === 'remove')) {
    throw appError('validation_failed', { message: 'Reason is required', fields: { reason: 'Reason is required' } });
  }
  await context.db.tx(async (tx) => {
    const { before, after } = await actOnPool(context, tx, { poolId, action, reason, adminId: actor.userId });
    await insertAudit(tx, {
      actorId: actor.userId,
      action: `pool.${action}`,
      targetKind: 'pool',
      targetId: poolId,
      before: { status: before.status, frozen: before.frozen, highlighted: before.isHighlighted },
      after: { status: after.status, frozen: after.frozen, highlighted: after.isHighlighted },
      reason,
      ip,
    });
  });
}
