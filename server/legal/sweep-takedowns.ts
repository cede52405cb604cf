import { inEnglish, msg } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listDueMaterials, listUnsettledPools, lockMaterial } from './materials.sql.ts';
import { settleUnsettledPool } from './settle-pool.ts';
import { settleMaterial } from './settle-takedown.ts';

const batchSize = 200;

/**
 * Settles the cases whose clock has passed: unanswered material stays disabled, and material with a counter-notice returns. Then repairs
 * pools that still wait for a closed case. Each case and pool has a separate transaction, so that a failing one does not stop the others.
 * A node that runs the sweep at the same time finds nothing left.
 */
export async function sweepTakedowns(context: Platform): Promise<void> {
  const failed: unknown[] = [];
  for (const id of await listDueMaterials(context.db.sql, batchSize)) {
    await settleDue(context, id).catch((error: unknown) => failed.push(error));
  }
  for (const poolId of await listUnsettledPools(context.db.sql, batchSize)) {
    await settleUnsettledPool(context, poolId).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} takedown cases could not be settled`);
}

async function settleDue(context: Platform, id: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const material = await lockMaterial(tx, id);
    if (!material?.isDue) return;
    const clock = { adminId: null, ip: '' };
    if (material.status === 'countered') {
      const reason = inEnglish(msg`No court action was filed in time.`);
      await settleMaterial(context, tx, material, { status: 'restored', outcome: 'clock', reason, ...clock });
    } else {
      const reason = inEnglish(msg`No counter-notice arrived in time.`);
      await settleMaterial(context, tx, material, { status: 'kept_down', outcome: 'unanswered', reason, ...clock });
    }
  });
}
