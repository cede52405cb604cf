import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/facts.ts';
import { lockForActor } from '#server/pools/lock-for-actor.ts';
import { refusalOfClaim } from '#server/pools/policy.ts';
import { findWorkingProfile, insertPoolClaim } from './pool-claims.sql.ts';

/**
 * A creator claims a pool that names them or no creator. Throws not_found, forbidden (no creator profile),
 * not_your_request, pool_state, pool_frozen, claim_exists, rate_limited.
 */
export async function claimPool(
  context: Platform,
  actor: Actor,
  key: string,
  form: { message: string; proofUrl: string },
): Promise<{ id: string; status: 'pending' }> {
  // Each claim mails the admins.
  await context.limits.limiter('claim-pool', { points: 30, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
  return context.db.tx(async (tx) => {
    const profileId = await findWorkingProfile(tx, actor.userId);
    const { pool } = await lockForActor(tx, actor, key, (who, row) => refusalOfClaim(who, row, profileId));
    const id = await insertPoolClaim(tx, { poolId: pool.id, userId: actor.userId, ...form });
    if (!id) throw appError('claim_exists', { message: () => t`You already have an open claim for this pool.` });
    await context.facts.publish(tx, 'pool.claim_made', { claimId: id, poolId: pool.id, userId: actor.userId });
    return { id, status: 'pending' };
  });
}
