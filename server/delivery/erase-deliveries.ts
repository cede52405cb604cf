import { deleteOwnerMedia } from '#server/media/delete-owner-media.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { eraseUnreadableDeliveries } from './delivery.sql.ts';

/** Erases the deliveries that no fan may read, with their files, of a creator whose account is deleted. */
export async function eraseDeliveries(context: InTransaction<Platform>, tx: Tx, creatorId: string): Promise<void> {
  const previews = await eraseUnreadableDeliveries(tx, creatorId);
  // The media module kept these uploads, because the deliveries still used them.
  await deleteOwnerMedia(context, tx, creatorId);
  afterCommit(tx, async () => {
    for (const key of previews) await context.files.remove(key);
  });
}
