import { appError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { latestApplication } from './applications.sql.ts';

/** The application of this person that waits for a decision; not_found when there is none. */
export async function findOpenApplicationId(context: Platform, userId: string): Promise<string> {
  const row = await latestApplication(context.db.sql, userId);
  if (row?.status !== 'pending') throw appError('not_found');
  return row.id;
}
