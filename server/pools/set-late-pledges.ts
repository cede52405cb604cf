import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { holdAccount } from './account-deletion.sql.ts';
import { lockForActor } from './lock-for-actor.ts';
import { refusalOfLateSwitch } from './policy.ts';
import { savePoolPatch } from './pools.sql.ts';

/**
 * The assigned creator opens a pool to late fans or closes it. Late fans are charged at once and get access, so neither direction
 * changes what earlier fans paid for. A fan whose payment is under way when the creator closes the pool still joins if it succeeds,
 * because they paid for what they were offered. Throws `pool_state`, `pool_frozen`, `not_your_request`, `not_signed_in` for an account
 * that has been deleted since.
 */
export async function setLatePledges(
  context: Platform,
  actor: Actor,
  { poolId, allowed }: { poolId: string; allowed: boolean },
): Promise<{ allowed: boolean }> {
  await context.db.tx(async (tx) => {
    // The deletion of the account locks it before its pools, so this lock comes first, too.
    if (!(await holdAccount(tx, actor.userId))) throw appError('not_signed_in');
    const { pool } = await lockForActor(tx, actor, poolId, refusalOfLateSwitch);
    if (!(await savePoolPatch(tx, pool, { allowLatePledges: allowed }))) throw appError('conflict');
  });
  return { allowed };
}
