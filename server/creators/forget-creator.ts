import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteApplicationsOf, deleteClaimsOf, deleteFollowsOf, deleteProfileOf } from './account-deletion.sql.ts';

/** Of somebody who leaves: follows, applications and claims go; their own profile goes. */
export async function forgetCreator(tx: Tx, userId: string): Promise<void> {
  await deleteFollowsOf(tx, userId);
  await deleteApplicationsOf(tx, userId);
  await deleteClaimsOf(tx, userId);
  await deleteProfileOf(tx, userId);
}
