import { fullDate } from '#contract/values/time.ts';
import type { Platform } from '#server/platform/platform.ts';
import { asSentence, type Notice, nameOfPool, publicPoolLink, requestLink } from './notice.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { findPoolClaim } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** Notifies admins about a new pool claim, or the claimant about the decision. */
export async function notifyPoolClaim(context: Platform, claimId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const claim = await findPoolClaim(tx, claimId);
    const pool = claim && (await findPool(tx, claim.poolId));
    const claimant = claim && (await findRecipient(tx, claim.userId));
    if (!claim || !pool || !claimant) return;
    if (claim.status === 'pending') {
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, poolClaimMade(pool), claimId);
      return;
    }
    const notice = claim.status === 'approved' ? poolClaimApproved(pool) : poolClaimRejected(pool, claim.reason);
    await notify(context, tx, claimant, notice, claimId);
  });
}

export const poolClaimMade = (pool: PoolRow): Notice => ({
  kind: 'pool_claim_made',
  title: 'A creator claimed a pool',
  body: `A creator wants to take on ${nameOfPool(pool)}.`,
  href: '/admin/claims',
  poolId: pool.id,
  action: 'Review the claim',
});

export const poolClaimApproved = (pool: PoolRow): Notice => ({
  kind: 'pool_claim_approved',
  title: 'You can now accept or decline this pool',
  body: `${nameOfPool(pool)} is on your dashboard.${pool.responseDueAt && !pool.frozen ? ` Accept or decline it by ${fullDate(pool.responseDueAt)}.` : ''}`,
  ...requestLink(pool),
});

export const poolClaimRejected = (pool: PoolRow, reason: string | null): Notice => ({
  kind: 'pool_claim_rejected',
  title: 'Your claim was not approved',
  body: `We reviewed your claim to ${nameOfPool(pool)}.${reason ? ` Reason: ${asSentence(reason)}` : ''}`,
  ...publicPoolLink(pool),
});
