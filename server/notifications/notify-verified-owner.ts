import { sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { shortLink } from '#contract/values/short-link.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Notice, nameOfPool, publicPoolLink } from './notice.ts';
import { findPledgeOf, findPool, listFans, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { findVerifiedOwner, type VerifiedOwner } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** A batch of the fans of a pool whose profile has a verified owner now. */
export interface VerifiedOwnerBatch {
  poolId: string;
  creatorId: string;
  afterId: string | null;
}

const batchSize = 200;

/** Notifies the owner of a pool that the profile it names has a verified owner now, and enqueues the first batch of its fans. */
export async function notifyVerifiedOwner(
  context: Platform,
  fans: JobKind<VerifiedOwnerBatch>,
  { poolId, creatorId }: Omit<VerifiedOwnerBatch, 'afterId'>,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const [pool, verified] = [await findPool(tx, poolId), await findVerifiedOwner(tx, poolId)];
    if (!pool || !verified || pool.assignedCreatorId !== creatorId) return;
    const owner = pool.ownerId === creatorId ? undefined : await findRecipient(tx, pool.ownerId);
    if (owner) {
      const pledge = await findPledgeOf(tx, poolId, owner.id);
      const compose = () => verifiedOwnerNotice(pool, verified, pledge);
      await notify(context, tx, owner, compose, `${poolId}:${creatorId}`);
    }
    await context.jobs.enqueue(tx, fans, { poolId, creatorId, afterId: null });
  });
}

/** Notifies one batch of the fans with a live pledge, except for the owner and the creator, and enqueues the next batch. */
export async function notifyFansOfOwner(
  context: Platform,
  self: () => JobKind<VerifiedOwnerBatch>,
  { poolId, creatorId, afterId }: VerifiedOwnerBatch,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const [pool, verified] = [await findPool(tx, poolId), await findVerifiedOwner(tx, poolId)];
    if (!pool || !verified || pool.assignedCreatorId !== creatorId) return;
    const fans = await listFans(tx, { poolId, only: 'all', afterId, limit: batchSize });
    for (const { email, locale, ...pledge } of fans) {
      if (pledge.status !== 'pledged' || [pool.ownerId, creatorId].includes(pledge.fanId)) continue;
      const compose = () => verifiedOwnerNotice(pool, verified, pledge);
      await notify(context, tx, { id: pledge.fanId, email, locale }, compose, `${poolId}:${creatorId}`);
    }
    const last = fans.at(-1);
    if (last && fans.length === batchSize) {
      await context.jobs.enqueue(tx, self(), { poolId, creatorId, afterId: last.fanId });
    }
  });
}

/** Without names for an adult pool, whose page shows them after the age gate. */
function claimOf(pool: PoolRow, { username, page }: VerifiedOwner): Text {
  if (pool.adult) return t`Its creator has claimed the profile that it names, and an admin approved that.`;
  return page
    ? t`@${{ username }} claimed the profile with ${{ page: shortLink(page) }}, and an admin approved that.`
    : t`@${{ username }} claimed the profile, and an admin approved that.`;
}

export function verifiedOwnerNotice(pool: PoolRow, verified: VerifiedOwner, pledge: PledgeRow | undefined): Notice {
  return {
    kind: 'pool_creator_verified',
    title: pledge ? t`A pool you back now has its creator` : t`Your pool now has its creator`,
    body: sentences(
      t`${{ pool: nameOfPool(pool) }} is for a creator who had not joined when it opened.`,
      claimOf(pool, verified),
      pledge?.status === 'pledged' ? moneyOf(pledge) : t`They can accept or decline it now.`,
    ),
    ...publicPoolLink(pool),
  };
}

const moneyOf = ({ amountCents }: PledgeRow): Text =>
  sentences(
    t`Your card is charged ${{ amount: formatMoney(amountCents) }} only if they accept, and the goal is met or they go ahead with less.`,
    t`If this isn’t the creator you meant, withdraw your pledge on the pool’s page before that.`,
  );
