import { scheduleDigest } from '#server/notifications/digests.sql.ts';
import { findPool } from '#server/notifications/notice-pools.sql.ts';
import { mailNotice } from '#server/notifications/notify.ts';
import { sendNews } from '#server/notifications/send-unread.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { inEachLanguage } from '#server/platform/language/languages.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import {
  deleteFollowerNews,
  type FollowerKind,
  findFollowedProfile,
  findProfileOfPool,
  listFollowerIds,
  listMailed,
  listRecentlyHere,
  type StoredNews,
  storeFollowerNews,
  storeFollowerNotices,
} from './follower-news.sql.ts';
import { followerNotice } from './follower-notices.ts';

/** A batch of the followers of a creator. */
export interface FollowerBatch {
  profileId: string;
  kind: FollowerKind;
  poolId: string | null;
  /** The day (UTC, YYYY-MM-DD) of the news. A batch after midnight keeps it. */
  day: string;
  afterId: string | null;
}

/** Large enough that a hundred thousand people take seconds, small enough that the locks of a batch last some milliseconds. */
const batchSize = 500;

/** Begins to notify the followers of a creator: each kind once a day, and once for a pool. The row and the first batch commit together. */
export async function startFollowerNews(
  context: Platform,
  batches: JobKind<FollowerBatch>,
  { profileId, kind, poolId }: Pick<FollowerBatch, 'profileId' | 'kind' | 'poolId'>,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const profile = await findFollowedProfile(tx, profileId);
    const pool = poolId ? await findPool(tx, poolId) : undefined;
    if (!profile || !followerNotice(kind, profile, pool)) return;
    const day = await storeFollowerNews(tx, { profileId, kind, poolId });
    if (day) await context.jobs.enqueue(tx, batches, { profileId, kind, poolId, day, afterId: null });
  });
}

/** Begins to notify the followers of the creator that a pool asks, or of the one who took it on. */
export async function startPoolNews(
  context: Platform,
  batches: JobKind<FollowerBatch>,
  { poolId, kind }: { poolId: string; kind: FollowerKind },
): Promise<void> {
  const whose = kind === 'followed_pool' ? 'asked' : 'assigned';
  const profileId = await findProfileOfPool(context.db.sql, poolId, whose);
  if (profileId) await startFollowerNews(context, batches, { profileId, kind, poolId });
}

/**
 * Notifies one batch and enqueues the next one. A batch that runs again stores and mails nothing twice. If the news is outdated before anyone
 * heard it, for example because the pool was canceled, it does not count for its day.
 */
export async function notifyFollowers(
  context: Platform,
  self: () => JobKind<FollowerBatch>,
  batch: FollowerBatch,
): Promise<void> {
  const { profileId, kind, poolId, day } = batch;
  const stored = await context.db.tx(async (tx) => {
    const profile = await findFollowedProfile(tx, profileId);
    const pool = poolId ? await findPool(tx, poolId) : undefined;
    const compose = () => profile && followerNotice(kind, profile, pool);
    // One statement stores it for all of them.
    const notices = inEachLanguage(context.languages, compose).flatMap(({ locale, composed }) =>
      composed ? [{ locale, composed }] : [],
    );
    if (!profile || notices.length === 0) {
      if (batch.afterId === null) await deleteFollowerNews(tx, batch);
      return [];
    }
    const ids = await listFollowerIds(tx, { ...batch, limit: batchSize });
    const people = [profile.ownerId, pool?.ownerId, pool?.assignedCreatorId].filter((id) => typeof id === 'string');
    const rows = await storeFollowerNotices(tx, notices, { ids, people, profileId, day });
    await mailFollowers(context, tx, notices, rows);
    const afterId = ids.at(-1);
    if (afterId && ids.length === batchSize) {
      // A batch that ran twice must not lead to two series.
      const singletonKey = [profileId, kind, day, afterId].join(' ');
      await context.jobs.enqueue(tx, self(), { ...batch, afterId }, { singletonKey });
    }
    return rows;
  });
  const shown = stored.filter(({ inApp }) => inApp).map(({ userId }) => userId);
  for (const userId of await listRecentlyHere(context.db.sql, shown)) await sendNews(context, userId);
}

/** Mails people who turned that on. A notice that took the place of an earlier one is not mailed again. */
async function mailFollowers(
  context: InTransaction<Platform>,
  tx: Tx,
  notices: Parameters<typeof storeFollowerNotices>[1],
  rows: readonly StoredNews[],
): Promise<void> {
  const keys = new Map(rows.filter(({ isNew }) => isNew).map(({ userId, dedupeKey }) => [userId, dedupeKey]));
  if (keys.size === 0) return;
  for (const { digest, ...recipient } of await listMailed(tx, [...keys.keys()])) {
    const { id, locale } = recipient;
    const notice = (notices.find((each) => each.locale === locale) ?? notices[0])?.composed;
    if (digest) await scheduleDigest(tx, id, digest);
    else if (notice) await mailNotice(context, tx, recipient, { compose: () => notice, dedupeKey: keys.get(id) ?? '' });
  }
}
