import { isDeepStrictEqual } from 'node:util';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assertVersion, nameWinnerOnConflict } from '#server/audit/admin-conflict.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { assertContentSeen } from '#server/pools/assert-content-seen.ts';
import { actOnPool, type PoolAction } from '#server/pools/lifecycle/act-on-pool.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { peopleOfPool } from '#server/pools/policy.ts';
import type { PoolRow } from '#server/pools/pool.ts';

/** Performs an admin's action on a pool and writes its audit row. Removing requires a reason, which the owner and the fans see. */
export async function actOnPoolAsAdmin(
  context: Platform,
  actor: Actor,
  ip: string,
  input: {
    poolId: string;
    action: PoolAction['action'];
    reason?: string | undefined;
    version?: number | undefined;
    /** With `open`: the mark of the content that the admin reviewed. */
    contentMark?: string | undefined;
    keepsDelivery?: boolean | undefined;
  },
): Promise<void> {
  const { poolId, action } = input;
  const reason = input.reason ?? null;
  if (!reason && action === 'remove') {
    throw appError('validation_failed', {
      message: () => t`Reason is required`,
      fields: { reason: () => t`Reason is required` },
    });
  }
  const target = { targetKind: 'pool', targetId: poolId, actorId: actor.userId } as const;
  const act = async (tx: Tx) => {
    await lockPool(tx, poolId);
    const concerned = await peopleOfPool(tx, poolId, action);
    assertNotConcerned(actor.userId, concerned);
    await assertVersion(tx, { ...target, version: input.version });
    if (action === 'open') await assertContentSeen(tx, { poolId, seen: input.contentMark });
    const { before, after } = await actOnPool(context, tx, { ...input, reason, adminId: actor.userId });
    const [was, is] = [traceOf(before), traceOf(after)];
    if (isDeepStrictEqual(was, is)) {
      throw appError('conflict', { message: () => t`This pool is already in that state. Nothing was changed.` });
    }
    await writeAudit(tx, {
      ...target,
      action: `pool.${action}`,
      before: was,
      after: is,
      reason,
      ip,
      concerned,
    });
  };
  const attempt = { ...target, action: `pool.${action}`, version: input.version } as const;
  await nameWinnerOnConflict(context.db.sql, attempt, () => context.db.tx(act));
}

const traceOf = ({ status, frozen, isHighlighted: highlighted, keepsDelivery }: PoolRow) => ({
  status,
  frozen,
  highlighted,
  ...(keepsDelivery ? { keepsDelivery } : {}),
});
