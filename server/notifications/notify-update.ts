import { sentences, type Text, t } from '#contract/language/text.ts';
import { poolTabPath, poolUpdatePath } from '#contract/pools/pool-path.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { excerptOf, type Notice, nameOfPool, pathOfPool, pictureAndMeter, publicPoolLink } from './notice.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { findPostedUpdate, listFollowersOf, lockUpdate, type UpdateRow } from './notice-updates.sql.ts';
import { deleteNoticesOfUpdate } from './notifications.sql.ts';
import { notify } from './notify.ts';
import { sendNews } from './send-unread.ts';

export interface UpdateBatch {
  updateId: string;
  afterId: string | null;
}

const batchSize = 200;

/**
 * Notifies one batch of the people who hear of an update: the pool's fans, its owner, its creator and its followers, as they are now.
 * Enqueues the next batch. Skips people if a block hides the update from them.
 */
export async function notifyUpdate(
  context: Platform,
  self: () => JobKind<UpdateBatch>,
  { updateId, afterId }: UpdateBatch,
): Promise<void> {
  await context.db.tx(async (tx) => {
    // The lock makes a concurrent deletion wait, so that it deletes these notices too.
    await lockUpdate(tx, updateId);
    const update = await findPostedUpdate(tx, updateId);
    const pool = update && (await findPool(tx, update.poolId));
    if (!update || !pool || pool.status === 'removed') return;
    const compose = () => updateNotice(pool, update);
    const recipients = await listFollowersOf(tx, { updateId, afterId, limit: batchSize });
    for (const { blocked, ...recipient } of recipients) {
      if (!blocked) await notify(context, tx, recipient, compose, updateId);
    }
    const last = recipients.at(-1);
    if (last && recipients.length === batchSize) {
      await context.jobs.enqueue(tx, self(), { updateId, afterId: last.id });
    }
  });
}

/** Notifies the author of an update that an admin removed it. */
export async function notifyRemovedUpdate(
  context: Platform,
  { updateId, poolId, authorId }: { updateId: string; poolId: string; authorId: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    const author = await findRecipient(tx, authorId);
    if (pool && author) await notify(context, tx, author, () => updateRemoved(pool), updateId);
  });
}

/** Deletes the notices about a deleted update and updates the unread counts. */
export async function deleteUpdateNotices(context: InTransaction<Platform>, tx: Tx, updateId: string): Promise<void> {
  const userIds = await deleteNoticesOfUpdate(tx, updateId);
  afterCommitWith(tx, context, async (context) => {
    for (const userId of userIds) await sendNews(context, userId);
  });
}

const excerptMax = 400;

/**
 * Quotes an update for everyone. An update for contributors is not quoted, because a digest may be sent after a fan withdrew the pledge;
 * an adult pool shows its texts only after the age gate.
 */
export function updateNotice(pool: PoolRow, update: UpdateRow): Notice {
  return {
    kind: 'update_posted',
    title: t`${{ name: update.authorName }} posted an update`,
    body: aboutUpdate(pool, update),
    href: poolUpdatePath(pathOfPool(pool), update.id),
    poolId: pool.id,
    personId: update.authorId,
    action: t`Read the update`,
    ...pictureAndMeter(pool),
  };
}

function aboutUpdate(pool: PoolRow, { audience, content }: UpdateRow): Text {
  if (audience === 'everyone' && !pool.adult)
    return t`About ${{ pool: nameOfPool(pool) }}: ${{ excerpt: excerptOf(content, excerptMax) }}`;
  return sentences(
    t`About ${{ pool: nameOfPool(pool) }}.`,
    audience === 'contributors' ? t`Only contributors can read it.` : '',
  );
}

export const updateRemoved = (pool: PoolRow): Notice => ({
  kind: 'update_removed',
  title: t`Your update was removed`,
  body: t`An admin removed your update on ${{ pool: nameOfPool(pool) }} because it breaks the rules.`,
  ...publicPoolLink(pool, (path) => poolTabPath(path, 'updates')),
});
