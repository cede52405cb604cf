import { removeImage } from '#server/media/remove-image.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteApplicationsOf, deleteClaimsOf, deleteFollowsOf, deleteProfileOf } from './account-deletion.sql.ts';

/** Deletes the follows, applications, claims and own profile of a deleted account, with the profile's pictures. */
export async function eraseCreator(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  await deleteFollowsOf(tx, userId);
  await deleteApplicationsOf(tx, userId);
  await deleteClaimsOf(tx, userId);
  // The media module kept these pictures, because it goes first and the profile still used them.
  for (const url of await deleteProfileOf(tx, userId)) await removeImage(context, tx, url);
}
