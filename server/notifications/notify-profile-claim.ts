import { sentences, type Text, t } from '#contract/language/text.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import { shortLink } from '#contract/values/short-link.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { givenReason, type Notice, nameOfPool, poolLink } from './notice.ts';
import { findPool, listFans, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { type CreatorClaimRow, findCreatorClaim } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/**
 * Notifies admins about a new profile claim, or the claimant about the decision. An approval is no news for a claimant who had the verified
 * profile before (`wasVerified`).
 */
export async function notifyProfileClaim(
  context: Platform,
  { claimId, wasVerified = false }: { claimId: string; wasVerified?: boolean },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const claim = await findCreatorClaim(tx, claimId);
    const claimant = claim && (await findRecipient(tx, claim.userId));
    if (!claim || !claimant) return;
    if (claim.status === 'pending') {
      for (const admin of await listAdmins(tx))
        await notify(context, tx, admin, () => profileClaimMade(claim), claimId);
      return;
    }
    if (claim.status === 'approved' && wasVerified) return;
    const compose = () => (claim.status === 'approved' ? profileClaimApproved(claim) : profileClaimRejected(claim));
    await notify(context, tx, claimant, compose, claimId);
  });
}

/** Notifies admins about a claim whose code was found, and the claimant if the profile is theirs now. */
export async function notifyFoundCode(
  context: Platform,
  { claimId, handedOver }: { claimId: string; handedOver: boolean },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const claim = await findCreatorClaim(tx, claimId);
    if (!claim) return;
    const cause = `${claimId}:${handedOver ? 'given' : 'review'}`;
    const compose = () => (handedOver ? profileClaimedByCode(claim) : profileCodeFound(claim));
    for (const admin of await listAdmins(tx)) await notify(context, tx, admin, compose, cause);
    const claimant = handedOver ? await findRecipient(tx, claim.userId) : undefined;
    if (claimant) await notify(context, tx, claimant, () => profileGiven(claim), cause);
  });
}

/** A batch of the fans of a pool whose target creator is no longer listed. */
export interface CreatorLeftBatch {
  poolId: string;
  afterId: string | null;
}

const batchSize = 200;

/** Notifies the owner of a pool that its target creator is no longer listed, and the fans who pledged in batches as separate jobs. */
export async function notifyCreatorLeft(
  context: Platform,
  fans: JobKind<CreatorLeftBatch>,
  poolId: string,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    const owner = pool && (await findRecipient(tx, pool.ownerId));
    if (!pool) return;
    if (owner) await notify(context, tx, owner, () => creatorLeft(pool), poolId);
    await context.jobs.enqueue(tx, fans, { poolId, afterId: null });
  });
}

/** Notifies one batch of the fans with a live pledge, except for the owner, and enqueues the next batch. */
export async function notifyFansCreatorLeft(
  context: Platform,
  self: () => JobKind<CreatorLeftBatch>,
  { poolId, afterId }: CreatorLeftBatch,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    if (!pool) return;
    const fans = await listFans(tx, { poolId, only: 'all', afterId, limit: batchSize });
    for (const { email, locale, ...pledge } of fans) {
      if (pledge.status !== 'pledged' || pledge.fanId === pool.ownerId) continue;
      await notify(context, tx, { id: pledge.fanId, email, locale }, () => pledgedCreatorLeft(pool, pledge), poolId);
    }
    const last = fans.at(-1);
    if (last && fans.length === batchSize) await context.jobs.enqueue(tx, self(), { poolId, afterId: last.fanId });
  });
}

export const creatorLeft = (pool: PoolRow): Notice => ({
  kind: 'pool_asks_no_one',
  title: t`Your pool is now open to every creator`,
  body: t`The creator you asked doesn’t want to be listed here, but ${{ pool: nameOfPool(pool) }} stays open, and any verified creator can claim it now.`,
  ...poolLink(pool),
});

export const pledgedCreatorLeft = (pool: PoolRow, { amountCents }: PledgeRow): Notice => ({
  kind: 'pool_asks_no_one',
  title: t`A pool you back is now open to every creator`,
  body: sentences(
    t`The creator you pledged for doesn’t want to be listed here, but ${{ pool: nameOfPool(pool) }} stays open, and any verified creator can claim it now.`,
    t`Your card is charged ${{ amount: formatMoney(amountCents) }} only if that creator accepts, and the goal is met or the creator goes ahead with less.`,
    t`If you don’t want that, withdraw your pledge on the pool’s page.`,
  ),
  ...poolLink(pool),
});

export const profileClaimMade = ({ userId, creatorUsername }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_made',
  title: t`Someone claimed a creator profile`,
  body: t`Someone says that they are @${{ username: creatorUsername }}, a profile that fans added.`,
  href: '/admin/claims',
  personId: userId,
  action: t`Review the claim`,
});

/** Says where the code was found. */
const foundOnOldLink = ({ page, creatorUsername: username }: CreatorClaimRow): Text =>
  page === null
    ? t`The code was found on a linked page, an old link of @${{ username }}.`
    : t`The code was found on ${{ page: shortLink(page) }}, an old link of @${{ username }}.`;

const foundOnLink = ({ page, creatorUsername: username }: CreatorClaimRow): Text =>
  page === null
    ? t`The code was found on a linked page, a link of @${{ username }}.`
    : t`The code was found on ${{ page: shortLink(page) }}, a link of @${{ username }}.`;

export const profileClaimedByCode = (claim: CreatorClaimRow): Notice => ({
  kind: 'creator_claimed_by_code',
  title: t`A creator profile was claimed with a code`,
  body: sentences(
    foundOnOldLink(claim),
    t`The profile now belongs to the person who placed it, without the check mark.`,
    t`Pools that fans opened before wait for your decision.`,
  ),
  href: paths.adminClaims,
  personId: claim.userId,
  action: t`Review the claim`,
});

const profileCodeFound = (claim: CreatorClaimRow): Notice => ({
  ...profileClaimedByCode(claim),
  title: t`A claim with a code needs your decision`,
  body: sentences(
    foundOnLink(claim),
    t`That alone doesn’t prove who placed it, so nothing has changed yet. The reasons are beside the claim.`,
  ),
});

const yourCode = ({ page, creatorUsername: username }: CreatorClaimRow): Text =>
  page === null
    ? t`We found your code on a linked page, and @${{ username }} is yours.`
    : t`We found your code on ${{ page: shortLink(page) }}, and @${{ username }} is yours.`;

export const profileGiven = (claim: CreatorClaimRow): Notice => ({
  kind: 'creator_code_found',
  title: t`The profile is yours`,
  body: sentences(
    yourCode(claim),
    t`New pools for you are on your dashboard.`,
    t`An admin reviews your claim next: then your page gets its check mark, and you can answer the pools that fans opened before.`,
  ),
  href: paths.dashboard,
  action: t`Open your dashboard`,
});

export const profileClaimApproved = ({ creatorUsername }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_approved',
  title: t`The profile is yours`,
  body: t`@${{ username: creatorUsername }} is yours, and you’re now a verified creator. Pools for you are on your dashboard.`,
  href: '/dashboard',
  action: t`Open your dashboard`,
});

export const profileClaimRejected = ({ creatorUsername, reason, exists, handedOver }: CreatorClaimRow): Notice => ({
  kind: 'creator_claim_rejected',
  title: t`Your claim was not approved`,
  body: sentences(
    t`We reviewed your claim to the profile @${{ username: creatorUsername }}.`,
    reason ? givenReason(reason) : '',
    handedOver ? t`The profile isn’t yours anymore.` : '',
  ),
  href: exists ? creatorPath(creatorUsername) : paths.creators,
  action: exists ? t`Open the profile` : t`See all creators`,
});
