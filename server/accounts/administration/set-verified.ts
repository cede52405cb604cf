import type { Tx } from '#server/platform/postgres/db.ts';
import { saveVerified } from './administration.sql.ts';

/** Gives an account the verified badge, or takes it away. */
export function setVerified(tx: Tx, userId: string, isVerified: boolean): Promise<void> {
  return saveVerified(tx, userId, isVerified);
}
