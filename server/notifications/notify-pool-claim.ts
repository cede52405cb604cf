import { sentences, t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Platform } from '#server/platform/platform.ts';
import { givenReason, type Notice, nameOfPool, publicPoolLink, requestLink } from './notice.ts';
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
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, () => poolClaimMade(pool), claimId);
      return;
    }
    const compose = () =>
      claim.status === 'approved' ? poolClaimApproved(pool) : poolClaimRejected(pool, claim.reason);
    await notify(context, tx, claimant, compose, claimId);
  });
}

export const poolClaimMade = (pool: PoolRow): Notice => ({
  kind: 'pool_claim_made',
  title: t`A creator claimed a pool`,
  body: t`A creator wants to take on ${{ pool: nameOfPool(pool) }}.`,
  href: '/admin/claims',
  poolId: pool.id,
  action: t`Review the claim`,
});

export const poolClaimApproved = (pool: PoolRow): Notice => ({
  kind: 'pool_claim_approved',
  title: t`You can now accept or decline this pool`,
  body: sentences(
    t`${{ pool: nameOfPool(pool) }} is on your dashboard.`,
    pool.responseDueAt && !pool.frozen ? t`Accept or decline it by ${{ date: fullDate(pool.responseDueAt) }}.` : '',
  ),
  ...requestLink(pool),
});

export const poolClaimRejected = (pool: PoolRow, reason: string | null): Notice => ({
  kind: 'pool_claim_rejected',
  title: t`Your claim was not approved`,
  body: sentences(t`We reviewed your claim to ${{ pool: nameOfPool(pool) }}.`, reason ? givenReason(reason) : ''),
  ...publicPoolLink(pool),
});
