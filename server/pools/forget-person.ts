import type { Tx } from '#server/platform/db.ts';
import { deleteLikesOf, deletePendingClaimsOf, wipeCommentsOf } from './leaving.sql.ts';

/** Of somebody who leaves: likes go, comments lose their words and stand only where answers hang on them, claims are withdrawn. */
export async function forgetPerson(tx: Tx, userId: string): Promise<void> {
  await deleteLikesOf(tx, userId);
  await wipeCommentsOf(tx, userId);
  await deletePendingClaimsOf(tx, userId);
}
