import type { Platform } from '#server/platform/platform.ts';
import { listWithoutFactor } from './administration/administration.sql.ts';

/** The usernames of the active admins who have no second factor. */
export function findAdminsWithoutFactor({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return listWithoutFactor(db.sql, 'admin');
}
