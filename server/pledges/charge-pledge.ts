import { AppError } from '#contract/app-error.ts';
import { inEnglish, msg } from '#contract/language/text.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { closeSubject } from '#server/money/close-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { applyPledgeEvent, type LockedPledge, lockPledge } from './apply-pledge-event.ts';
import { chargeTerms } from './charge-terms.ts';
import { chargeJob, schedulePledgeJob, subjectOf } from './pledge-jobs.ts';
import { type PledgeEvent, phaseOf } from './pledge-lifecycle.ts';
import { findPledge, moneyOf, type PledgePatch, type PledgeRow } from './pledges.sql.ts';
import { findPoolFunding, type PoolFunding } from './pool-funding.sql.ts';

/**
 * Charges the card of a pledge in `charging`. Safe to repeat after a crash at any point: money allows one charge per pledge. Money
 * settles the outcome and publishes a fact in the same transaction. `unsettled` while the outcome is unknown; the job then retries.
 */
export async function chargePledge(context: MoneyContext, pledgeId: string): Promise<'settled' | 'unsettled'> {
  const { sql } = context.db;
  const pledge = await findPledge(sql, pledgeId);
  if (pledge?.status !== 'charging') return 'settled';
  const pool = await findPoolFunding(sql, pledge.poolId);
  // A frozen pool charges nothing. The end of the freeze enqueues the job again.
  if (!pool || pool.frozen) return 'settled';
  if (phaseOf(pool.status) !== 'collecting' || pledge.fanSuspended) return giveUp(context, pledgeId);
  const outcome = await charge(context, pledge, pool);
  if (outcome === 'no_card') await recordMissingCard(context, pledgeId);
  if (outcome === 'unpayable') return waitForAccount(context, pledgeId, pool);
  return outcome === 'unsettled' ? 'unsettled' : 'settled';
}

async function charge(context: MoneyContext, pledge: PledgeRow, pool: PoolFunding): Promise<string> {
  if (!pledge.cardId) return 'no_card';
  try {
    const { status } = await chargeSavedCard(context, { ...chargeTerms(context, pledge, pool), cardId: pledge.cardId });
    return status;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'no_saved_card' || error.code === 'pool_adult_unfundable')) {
      return 'no_card';
    }
    // An admin froze the pool after the read above. The end of the freeze enqueues the job again.
    if (error instanceof AppError && error.code === 'pool_frozen') return 'frozen';
    if (error instanceof AppError && error.code === 'creator_not_payable') return 'unpayable';
    // The pool ended, or the fan was suspended, after the read above: the job reads both again.
    if (error instanceof AppError && error.code === 'nothing_due') return 'unsettled';
    throw error;
  }
}

/** The end of a charge that took no money. A suspended fan cannot pay, so the pledge is dropped. */
export function failureOf({ pool, pledge }: LockedPledge): PledgeEvent {
  const phase = phaseOf(pool.status);
  return pledge.fanSuspended && phase === 'collecting' ? { type: 'fan_suspended' } : { type: 'charge_failed', phase };
}

/** The fan removed the card, or it belongs to a processor that no longer takes this pool's payments: nothing was charged, and the fan must use another card. */
async function recordMissingCard(context: MoneyContext, pledgeId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const locked = await lockPledge(tx, pledgeId);
    const event = failureOf(locked);
    const declineReason = inEnglish(msg`The saved card can no longer be charged. Please use another one.`);
    if (locked.pledge.status === 'charging') {
      await applyPledgeEvent(context, tx, locked, event, {
        declineCode: 'card_removed',
        declineReason,
        declineKind: 'hard',
      });
    }
  });
}

/**
 * The creator's payout account stopped being ready while the pool collects. The card is not charged until it is ready again, which
 * enqueues the job. At the end of the payment window the pledge is dropped without a charge.
 */
async function waitForAccount(
  context: MoneyContext,
  pledgeId: string,
  { paymentDueAt }: PoolFunding,
): Promise<'settled' | 'unsettled'> {
  const isOver = paymentDueAt !== null && paymentDueAt <= (await databaseNow(context.db.sql));
  if (!isOver) {
    await context.db.tx((tx) => schedulePledgeJob(context, tx, chargeJob, pledgeId, paymentDueAt));
    return 'settled';
  }
  return giveUp(context, pledgeId, {
    declineCode: 'creator_not_payable',
    declineReason: inEnglish(msg`The creator could not be paid in time, so your card was not charged.`),
    declineKind: 'hard',
  });
}

/** The pledge must not be charged anymore, with the reason in `patch` if the pool still collects: closes every attempt at the processor, and settles earlier charges. */
async function giveUp(context: MoneyContext, pledgeId: string, patch?: PledgePatch): Promise<'settled' | 'unsettled'> {
  const subject = subjectOf(pledgeId);
  try {
    await closeSubject(context, subject);
  } catch (error) {
    if (error instanceof AppError && error.code === 'card_processor_unavailable') return 'unsettled';
    throw error;
  }
  return context.db.tx(async (tx) => {
    const locked = await lockPledge(tx, pledgeId);
    if (locked.pledge.status !== 'charging') return 'settled';
    const { open } = await moneyOf(tx, subject);
    if (open) return 'unsettled';
    const event = failureOf(locked);
    // The suspension ended in the meantime: the job charges the card.
    if (!patch && event.type === 'charge_failed' && event.phase === 'collecting') return 'unsettled';
    await applyPledgeEvent(context, tx, locked, event, patch);
    return 'settled';
  });
}
