import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import type {} from './facts.ts';
import { listUpdateIdsOf, markUpdateDeleted, replaceImages } from './updates.sql.ts';

/** Deletes the text and the pictures of an update in the caller's transaction; false if it was deleted before. */
export async function removeUpdate(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, byId, through }: { id: string } & Pick<FactMap['update.removed'], 'byId' | 'through'>,
): Promise<boolean> {
  const removed = await markUpdateDeleted(tx, id, byId);
  if (!removed) return false;
  for (const key of await replaceImages(tx, id, [])) await removeImage(context, tx, imageUrl(key));
  await context.facts.publish(tx, 'update.removed', { updateId: id, ...removed, byId, through });
  afterCommit(tx, () => publishPoolNews(context, { id: removed.poolId, about: 'updates' }));
  return true;
}

/** Deletes the updates of a deleted account. */
export async function eraseUpdates(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  for (const id of await listUpdateIdsOf(tx, userId)) {
    await removeUpdate(context, tx, { id, byId: userId, through: 'account' });
  }
}
