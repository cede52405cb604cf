import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { editUpdate as contract, Update } from '#contract/updates.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { assertEdits } from '#server/platform/http/edit-version.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { assertOwnImages } from '#server/pools/pool-form.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { assertTakesUpdates, mayEditUpdate, maySeeUpdate } from './policy.ts';
import { assertFits, readUpdate } from './post-update.ts';
import { savedUpdate } from './update.ts';
import { findUpdate, findUpdatePlace, replaceImages, saveText } from './updates.sql.ts';

/**
 * Changes the given parts of the author's update. Deletes pictures that it no longer shows. Sends no notices. The same text and pictures
 * change nothing. Throws `not_found`, `forbidden`, `pool_state`, `pool_frozen`, and `conflict` if it has another version.
 */
export async function editUpdate(
  context: Platform,
  viewer: Viewer & { actor: Actor },
  id: string,
  { content, imageIds, version }: z.output<typeof contract.body>,
): Promise<Update> {
  const { actor } = viewer;
  await context.limits.limiter('update edits', { points: 60, perMs: 60 * 60_000 }).consume(actor.userId);
  if (content !== undefined) assertFits(content);
  return context.db.tx(async (tx) => {
    const update = await findUpdatePlace(tx, id, actor.userId);
    if (!update || !maySeeUpdate(actor, update)) throw appError('not_found');
    if (!mayEditUpdate(actor, update)) {
      throw appError('forbidden', { message: () => t`Only the person who posted this update can edit it.` });
    }
    const locked = await lockPool(tx, update.poolId);
    if (!locked) throw appError('not_found');
    assertTakesUpdates(locked.pool);
    await saveParts(context, tx, { actor, id, content, imageIds, version });
    afterCommit(tx, () => publishPoolNews(context, { id: update.poolId, about: 'updates' }));
    return readUpdate(context, tx, viewer, id);
  });
}

interface Parts extends z.output<typeof contract.body> {
  actor: Actor;
  id: string;
}

/** Call it after the pool's row is locked: every edit of the pool's updates takes that lock. */
async function saveParts(
  context: InTransaction<Platform>,
  tx: Tx,
  { actor, id, content, imageIds, version }: Parts,
): Promise<void> {
  const before = await findUpdate(context, tx, id, actor.userId);
  if (!before) throw appError('not_found');
  assertEdits(version, savedUpdate(before));
  const images = imageIds && [...new Set(imageIds)];
  const hasNewImages = images !== undefined && images.join() !== before.images.map((image) => image.id).join();
  const text = content ?? before.content;
  if (text === before.content && !hasNewImages) return;
  if (!(await saveText(tx, id, text))) throw appError('not_found');
  if (!hasNewImages) return;
  await assertOwnImages(tx, actor.userId, images);
  for (const key of await replaceImages(tx, id, images)) await removeImage(context, tx, imageUrl(key));
}
