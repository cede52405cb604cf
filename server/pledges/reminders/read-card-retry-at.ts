import type { Platform } from '#server/platform/platform.ts';
import { subjectOf } from '#server/pledges/pledge-jobs.ts';
import { wasDeclinedSoftly } from '#server/pledges/pledges.sql.ts';
import { cardRetryAt } from './reminders.sql.ts';

/** Returns when the server retries the saved card of an unpaid pledge; null if it will not, or if that time has passed. */
export async function readCardRetryAt({ db, config }: Platform, pledgeId: string): Promise<Date | null> {
  if (!(await wasDeclinedSoftly(db.sql, subjectOf(pledgeId)))) return null;
  return cardRetryAt(db.sql, pledgeId, config.windows.paymentMs);
}
