import { creatorPath, paths } from '#contract/paths.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { type CreatorClaimRow, findCreatorClaim, findPool, findRecipient, listAdmins } from './notice-data.sql.ts';
import { notify } from './notify.ts';

/** Notifies admins about a new profile claim, or the claimant about the decision. */
export async function notifyProfileClaim(context: Platform, claimId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const claim = await findCreatorClaim(tx, claimId);
    const claimant = claim && (await findRecipient(tx, claim.userId));
    if (!claim || !claimant) return;
    if (claim.status === 'pending') {
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, made(claim), claimId);
      return;
    }
    const notice = claim.status === 'approved' ? approved(claim) : rejected(claim);
    await notify(context, tx, claimant, notice, claimId);
  });
}

/** Notifies the owner of a pool that the creator it asked is no longer listed. */
export async function notifyCreatorLeft(context: Platform, poolId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    const owner = pool && (await findRecipient(tx, pool.ownerId));
    if (!pool || !owner) return;
    const notice: Notice = {
      kind: 'pool_asks_no_one',
      title: 'Your pool is open to every creator',
      body: `The creator you asked does not want to be listed here. ${nameOfPool(pool)} stays open, and any verified creator can answer it now.`,
      href: pathOfPool(pool),
      action: 'Open the pool',
    };
    await notify(context, tx, owner, notice, poolId);
  });
}

const made = ({ creatorUsername }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_made',
  title: 'Someone claimed a creator profile',
  body: `Someone says that the profile @${creatorUsername}, which fans added, is theirs.`,
  href: '/admin/claims',
  action: 'Review the claim',
});

const approved = ({ creatorUsername }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_approved',
  title: 'The profile is yours',
  body: `@${creatorUsername} is yours, and you're now a verified creator. Pools for you are on your dashboard.`,
  href: '/dashboard',
  action: 'Open your dashboard',
});

const rejected = ({ creatorUsername, reason, exists }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_rejected',
  title: 'Your claim was not approved',
  body: `We reviewed your claim to the profile @${creatorUsername}.${reason ? ` Reason: ${reason}` : ''}`,
  href: exists ? creatorPath(creatorUsername) : paths.creators,
  action: exists ? 'Open the profile' : 'See all creators',
});
