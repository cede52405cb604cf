import { AppError } from '#contract/app-error.ts';
import { closeSubject } from '#server/money/close-subject.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { settleSubject } from '#server/money/look-up-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPledgeEvent, lockPledge } from '#server/pledges/apply-pledge-event.ts';
import { schedulePledgeJob, setupOverJob, subjectOf } from '#server/pledges/pledge-jobs.ts';
import { findPledge, moneyOf } from '#server/pledges/pledges.sql.ts';
import { findPoolFunding } from '#server/pledges/pool-funding.sql.ts';
import { isSetupOver } from '#server/pledges/reminders/reminders.sql.ts';
import { confirmSetup } from './confirm-setup.ts';

const againMs = 60_000;

/**
 * Ends the set-up window of a pledge: asks the processor, closes the payment page of a late pledge, and releases the pledge unless the fan
 * saved a card or paid in time. Without an answer the pledge waits.
 */
export async function endSetup(context: MoneyContext, pledgeId: string): Promise<void> {
  const { jobs } = context;
  if (!(await settleEndedWindow(context, pledgeId))) {
    const again = { startAfterMs: againMs, singletonKey: pledgeId };
    return context.db.tx((tx) => jobs.enqueue(tx, setupOverJob, { pledgeId }, again));
  }
  const cardId = await context.db.tx(async (tx) => {
    const locked = await lockPledge(tx, pledgeId);
    const { pledge, pool } = locked;
    if (pledge.status !== 'setup_pending' || pool.frozen) return null;
    if (pledge.cardId) return pledge.cardId;
    if (!(await isSetupOver(tx, pledgeId))) {
      await schedulePledgeJob(context, tx, setupOverJob, pledgeId, pledge.setupDueAt);
      return null;
    }
    const { open } = await moneyOf(tx, subjectOf(pledgeId));
    if (open) await jobs.enqueue(tx, setupOverJob, { pledgeId }, { startAfterMs: againMs, singletonKey: pledgeId });
    else await applyPledgeEvent(context, tx, locked, { type: 'setup_expired' });
    return null;
  });
  if (cardId) await confirmSetup(context, pledgeId, cardId);
}

/** False if the processor gave no answer. */
async function settleEndedWindow(context: MoneyContext, pledgeId: string): Promise<boolean> {
  const { sql } = context.db;
  const pledge = await findPledge(sql, pledgeId);
  const pool = pledge && (await findPoolFunding(sql, pledge.poolId));
  // The end of a freeze schedules the job again.
  if (pledge?.status !== 'setup_pending' || pool?.frozen || !(await isSetupOver(sql, pledgeId))) return true;
  const subject = subjectOf(pledgeId);
  try {
    await orUnavailable(context, () => settleSubject(context, subject));
    await closeSubject(context, subject);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'card_processor_unavailable') throw error;
    context.log.error(
      { pledgeId },
      'a set-up window is over, but the card processor does not answer; the pledge waits',
    );
    return false;
  }
}
