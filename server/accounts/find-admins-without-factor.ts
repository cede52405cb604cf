import type { Platform } from '#server/platform/platform.ts';
import { listWithoutFactor, type WithoutFactor } from './administration/administration.sql.ts';

/** The active admins who have no second factor. */
export function findAdminsWithoutFactor({ db }: Pick<Platform, 'db'>): Promise<WithoutFactor[]> {
  return listWithoutFactor(db.sql, 'admin');
}
