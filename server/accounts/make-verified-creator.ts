import type { Tx } from '#server/platform/postgres/db.ts';
import { saveCreatorRole } from './users.sql.ts';

/** Gives an account the role of a creator and the verified badge. An admin stays an admin. */
export function makeVerifiedCreator(tx: Tx, userId: string): Promise<void> {
  return saveCreatorRole(tx, userId);
}
