import type { Platform } from '#server/platform/platform.ts';
import { subjectOf } from './pledge-jobs.ts';
import { wasDeclinedSoftly } from './pledges.sql.ts';
import { lastTryAt } from './reminders.sql.ts';

/** When the saved card of an unpaid pledge is charged once more by itself; null if it is not, or if that moment has passed. */
export async function readNextCardTry({ db, config }: Platform, pledgeId: string): Promise<Date | null> {
  if (!(await wasDeclinedSoftly(db.sql, subjectOf(pledgeId)))) return null;
  return lastTryAt(db.sql, pledgeId, config.windows.paymentMs);
}
