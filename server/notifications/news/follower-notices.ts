import { t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { type Notice, nameOfPool, pictureAndMeter, poolLink } from '#server/notifications/notice.ts';
import type { PoolRow } from '#server/notifications/notice-pools.sql.ts';
import type { FollowedProfile, FollowerKind } from './follower-news.sql.ts';

type FollowerNotice = Notice & { kind: FollowerKind };

type Profile = Pick<FollowedProfile, 'username' | 'name'>;

export const creatorOpen = ({ username, name }: Profile): FollowerNotice => ({
  kind: 'creator_open',
  title: t`${{ name }} takes requests now`,
  body: t`Start a pool for what you’d love ${{ name }} to make.`,
  href: creatorPath(username),
  action: t`Open their page`,
});

export const followedPool = ({ name }: Profile, pool: PoolRow): FollowerNotice => ({
  kind: 'followed_pool',
  title: t`A new pool for ${{ name }}`,
  body: t`Fans can pledge to ${{ pool: nameOfPool(pool) }} until ${{ date: fullDate(pool.deadline) }}. The goal is ${{ goal: formatMoney(pool.goalCents) }}.`,
  ...poolLink(pool),
  ...pictureAndMeter(pool),
});

export const followedAccepted = ({ name }: Profile, pool: PoolRow): FollowerNotice => ({
  kind: 'followed_accepted',
  title: t`${{ name }} accepted a pool`,
  body: t`${{ pool: nameOfPool(pool) }} was accepted with ${{ pledged: formatMoney(pool.pledgedCents) }} of ${{ goal: formatMoney(pool.goalCents) }} pledged.`,
  ...poolLink(pool),
  ...pictureAndMeter(pool),
});

export const followedDelivered = ({ name }: Profile, pool: PoolRow): FollowerNotice => ({
  kind: 'followed_delivered',
  title: t`${{ name }} delivered a pool`,
  body: t`${{ pool: nameOfPool(pool) }} was delivered to everyone who paid for it.`,
  ...poolLink(pool),
  ...pictureAndMeter(pool),
});

interface PoolRule {
  /** The batches may run late. In other statuses the news is outdated. */
  while: readonly PoolStatus[];
  build: (profile: Profile, pool: PoolRow) => FollowerNotice;
}

const working = ['in_production', 'delivery_review', 'delivered'] as const;

const poolRules: Record<Exclude<FollowerKind, 'creator_open'>, PoolRule> = {
  followed_pool: { while: ['open', 'goal_met', 'accepted'], build: followedPool },
  followed_accepted: { while: ['accepted', 'collecting', 'shortfall', ...working], build: followedAccepted },
  followed_delivered: { while: ['delivered', 'completed'], build: followedDelivered },
};

/**
 * The notice, if it is still true. Undefined for adult creators and pools: the age gate belongs to a browser and lasts for hours, so no job
 * can know who may see them. Undefined for suspended creators and frozen pools, too.
 */
export function followerNotice(
  kind: FollowerKind,
  profile: FollowedProfile,
  pool: PoolRow | undefined,
): FollowerNotice | undefined {
  if (profile.adult || profile.suspended) return undefined;
  if (kind === 'creator_open') return profile.takesRequests ? creatorOpen(profile) : undefined;
  const rule = poolRules[kind];
  if (!pool || pool.adult || pool.frozen || !rule.while.includes(pool.status)) return undefined;
  // The owner has given it to another creator since.
  if (kind === 'followed_pool' && pool.creatorUsername !== profile.username) return undefined;
  return rule.build(profile, pool);
}
