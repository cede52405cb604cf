import type { MoneyContext } from '#server/money/money-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { applyPledgeEvent, lockPledge } from '#server/pledges/apply-pledge-event.ts';
import { chargePledge } from '#server/pledges/charge-pledge.ts';
import { cardRetryJob, schedulePledgeJob, subjectOf } from '#server/pledges/pledge-jobs.ts';
import { wasDeclinedSoftly } from '#server/pledges/pledges.sql.ts';
import { cardRetryAt } from './reminders.sql.ts';

/** Retries a softly declined card once, shortly before the payment window ends. */
export async function retryCard(context: MoneyContext, pledgeId: string): Promise<void> {
  const isCharging = await context.db.tx(async (tx) => {
    const locked = await lockPledge(tx, pledgeId);
    const { pledge, pool } = locked;
    if (pledge.status !== 'notified' || !pledge.due || pool.frozen || pledge.fanSuspended) return false;
    if (!(await wasDeclinedSoftly(tx, subjectOf(pledgeId)))) return false;
    const at = await cardRetryAt(tx, pledgeId, context.config.windows.paymentMs);
    // Not due yet: a freeze has postponed the end of the window.
    if (at) await schedulePledgeJob(context, tx, cardRetryJob, pledgeId, at);
    else await applyPledgeEvent(context, tx, locked, { type: 'charge_card', due: pledge.due, frozen: pool.frozen });
    return !at;
  });
  if (isCharging) await chargePledge(context, pledgeId);
}

/** Returns when the server retries the saved card of an unpaid pledge; null if it will not, or if that time has passed. */
export async function readCardRetryAt({ db, config }: Platform, pledgeId: string): Promise<Date | null> {
  if (!(await wasDeclinedSoftly(db.sql, subjectOf(pledgeId)))) return null;
  return cardRetryAt(db.sql, pledgeId, config.windows.paymentMs);
}
