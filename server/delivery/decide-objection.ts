import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { scheduleDeadlineJob } from '#server/pools/lifecycle/schedule-pool-jobs.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { findObjection, settleObjections } from './delivery.sql.ts';
import type { ObjectionRow } from './delivery.ts';

export interface ObjectionDecision {
  id: string;
  status: 'upheld' | 'dismissed';
  /** The outcome for the pool when the objection is upheld. */
  outcome: 'refund' | 'redo';
  /** The answer to the fan. */
  answer: string | null;
  adminId: string;
}

/**
 * Upholds or dismisses an objection. Upholding refunds everyone or makes the creator deliver again, and closes all other objections.
 * Throws `not_found`, `conflict` (another admin has decided), `pool_state`, `pool_frozen`.
 */
export async function decideObjection(
  context: InTransaction<Platform>,
  tx: Tx,
  decision: ObjectionDecision,
): Promise<{ before: ObjectionRow; settledIds: string[] }> {
  const { id, status, outcome, answer, adminId } = decision;
  const objection = await findObjection(tx, id);
  if (!objection) throw appError('not_found');
  const { poolId } = objection;
  const locked = await lockPool(tx, poolId);
  if (!locked) throw appError('not_found');
  const settled = await settleObjections(tx, status === 'upheld' && objection.status === 'open' ? { poolId } : { id }, {
    status,
    answer,
    adminId,
  });
  if (!settled.some((row) => row.id === id)) {
    throw appError('conflict', { message: () => t`This objection has already been decided.` });
  }
  if (status === 'upheld') {
    const by = { actorId: adminId, reason: answer ?? undefined };
    await applyPoolEvent(context, tx, poolId, { type: 'objection_upheld', outcome }, by);
  } else {
    // This may have been the last open objection, which was holding up completion.
    await scheduleDeadlineJob(context, tx, locked.pool, locked.now);
  }
  for (const row of settled) {
    await context.facts.publish(tx, 'objection.decided', {
      poolId,
      objectionId: row.id,
      userId: row.fanId,
      status,
      answer,
    });
  }
  return { before: objection, settledIds: settled.map((row) => row.id) };
}
