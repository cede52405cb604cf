import type {} from '#server/creators/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/facts.ts';
import type { FollowerKind } from './follower-news.sql.ts';
import { notifyRequest, startCreatorNews } from './notify-creator.ts';
import { type FollowerBatch, notifyFollowers, startFollowerNews, startPoolNews } from './notify-followers.ts';

type Move = Pick<FactMap['pool.transitioned'], 'from' | 'to'>;

const isOpening = ({ from, to }: Move) => to === 'open' && (from === null || from === 'in_review');

/** The transitions that the followers of the creator hear about. */
function newsOf(move: Move): FollowerKind | undefined {
  if (isOpening(move)) return 'followed_pool';
  if (move.to === 'accepted' && (move.from === 'open' || move.from === 'goal_met')) return 'followed_accepted';
  return move.to === 'delivered' ? 'followed_delivered' : undefined;
}

/** Registers the facts that are news for creators and for their followers. News of pledges: `notifyCreatorOfPledge`. */
export function listenToNews(context: Platform): void {
  const { facts, jobs } = context;
  // A separate queue, so that many batches delay neither facts nor money.
  const batches: JobKind<FollowerBatch> = jobs.define(
    'notify.followers',
    (batch: FollowerBatch) => notifyFollowers(context, () => batches, batch),
    { queue: 'crowd' },
  );
  facts.on('pool.transitioned', 'news', async ({ poolId, ...move }) => {
    if (isOpening(move)) await notifyRequest(context, poolId);
    const kind = newsOf(move);
    if (kind) await startPoolNews(context, batches, { poolId, kind });
  });
  facts.within('pool.creator_assigned', (tx, { poolId, creatorId }) => startCreatorNews(tx, poolId, creatorId));
  facts.on('pool.creator_assigned', 'news', async ({ poolId, byOwner }) => {
    // Creators who claimed the pool or its profile know about it, and followers heard when it opened.
    if (!byOwner) return;
    await notifyRequest(context, poolId);
    await startPoolNews(context, batches, { poolId, kind: 'followed_pool' });
  });
  const open = (profileId: string) =>
    startFollowerNews(context, batches, { profileId, kind: 'creator_open', poolId: null });
  facts.on('creator.reopened', 'news', ({ profileId }) => open(profileId));
  facts.on('creator.claimed', 'news', async ({ profileId, wasVerified }) => {
    if (!wasVerified) await open(profileId);
  });
}
