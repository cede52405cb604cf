import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { editUpdate as contract, Update } from '#contract/updates.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { assertOwnImages } from '#server/pools/pool-form.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { assertTakesUpdates, mayEditUpdate, maySeeUpdate } from './policy.ts';
import { assertFits, readUpdate } from './post-update.ts';
import { findUpdatePlace, replaceImages, saveText } from './updates.sql.ts';

/**
 * Replaces the text and the pictures of the author's update. Deletes pictures that it no longer shows. Sends no notices. Throws
 * `not_found`, `forbidden`, `pool_state`, `pool_frozen`.
 */
export async function editUpdate(
  context: Platform,
  viewer: Viewer & { actor: Actor },
  id: string,
  { content, imageIds }: z.output<typeof contract.body>,
): Promise<Update> {
  const { actor } = viewer;
  await context.limits.limiter('update edits', { points: 60, perMs: 60 * 60_000 }).consume(actor.userId);
  assertFits(content);
  return context.db.tx(async (tx) => {
    const update = await findUpdatePlace(tx, id, actor.userId);
    if (!update || !maySeeUpdate(actor, update)) throw appError('not_found');
    if (!mayEditUpdate(actor, update)) {
      throw appError('forbidden', { message: 'Only the person who posted this update can edit it.' });
    }
    const locked = await lockPool(tx, update.poolId);
    if (!locked) throw appError('not_found');
    assertTakesUpdates(locked.pool);
    const images = [...new Set(imageIds)];
    await assertOwnImages(tx, actor.userId, images);
    if (!(await saveText(tx, id, content))) throw appError('not_found');
    for (const key of await replaceImages(tx, id, images)) await removeImage(context, tx, imageUrl(key));
    afterCommit(tx, () => publishPoolNews(context, { id: update.poolId, about: 'updates' }));
    return readUpdate(context, tx, viewer, id);
  });
}
