import type { MoneyContext } from '#server/money/money-context.ts';
import { canReceivePayouts } from '#server/money/payouts/can-receive-payouts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

/**
 * Whether the processor that would charge the pool's cards can pay its creator out. The caller has locked the pool; the answer stays true
 * until the transaction ends.
 */
export async function isCreatorPayable(
  context: Pick<MoneyContext, 'processors'>,
  tx: Tx,
  { assignedCreatorId, adult }: Pick<PoolRow, 'assignedCreatorId' | 'adult'>,
): Promise<boolean> {
  const processor = context.processors.forContent({ adult });
  if (!assignedCreatorId || !processor) return false;
  return canReceivePayouts(context, tx, { userId: assignedCreatorId, processor: processor.name });
}
