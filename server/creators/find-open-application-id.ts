import { appError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { latestApplication } from './applications.sql.ts';

/** Returns the user's open application. Throws `not_found`. */
export async function findOpenApplicationId(context: Platform, userId: string): Promise<string> {
  const row = await latestApplication(context.db.sql, userId);
  if (row?.status !== 'pending') throw appError('not_found');
  return row.id;
}
