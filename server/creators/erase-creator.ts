import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteApplicationsOf, deleteClaimsOf, deleteFollowsOf, deleteProfileOf } from './account-deletion.sql.ts';

/** Deletes the follows, applications, claims and own profile of a deleted account. */
export async function eraseCreator(tx: Tx, userId: string): Promise<void> {
  await deleteFollowsOf(tx, userId);
  await deleteApplicationsOf(tx, userId);
  await deleteClaimsOf(tx, userId);
  await deleteProfileOf(tx, userId);
}
