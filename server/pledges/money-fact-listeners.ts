import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import type {} from '#server/money/facts.ts';
import type {} from '#server/money/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { endedByAccount, endedByFreeze } from '#server/money/payments.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPledgeEvent, type LockedPledge } from './apply-pledge-event.ts';
import { failureOf } from './charge-pledge.ts';
import { assertCreatorPayable } from './creator-payable.ts';
import { payCreator } from './pay-creator.ts';
import { cardRetryJob, chargeJob, pledgeOf, replacedIn, schedulePledgeJob, subjectOf } from './pledge-jobs.ts';
import { type PledgeEvent, phaseOf } from './pledge-lifecycle.ts';
import {
  hasOtherLivePledge,
  isCardInUse,
  keepCard,
  lockPledgeAndPool,
  moneyOf,
  type PledgePatch,
  recordSetupDecline,
} from './pledges.sql.ts';
import { assertMayCharge } from './policy.ts';
import { replaceCard } from './reminders/card-expiry.sql.ts';
import { cardRetryAt } from './reminders/reminders.sql.ts';
import { confirmSetup } from './setup/confirm-setup.ts';

/** Updates a pledge in the transaction in which the money module settles its payment, refund or card set-up. */
export function listenToMoneyFacts(context: MoneyContext): void {
  const { facts, hooks } = context;
  hooks.handle('payment.lock_subject', async (tx, subject) => {
    await lockBySubject(tx, subject);
  });
  hooks.handle('payment.assert_wanted', async (tx, { subject, processor, amountCents }) => {
    const locked = await lockBySubject(tx, subject);
    if (!locked) return;
    assertMayCharge(locked.pool, locked.pledge, amountCents);
    if (locked.pool.adult && context.processors.get(processor).forbidsAdult) throw appError('pool_adult_unfundable');
    await assertCreatorPayable(context, tx, locked.pool, processor);
  });
  facts.within('payment.succeeded', (tx, payment) => recordCharge(context, tx, payment));
  facts.within('payment.failed', (tx, payment) => recordDecline(context, tx, payment));
  facts.within('refund.succeeded', (tx, refund) => recordRefund(context, tx, refund));
  facts.within('refund.returned', (tx, refund) => recordReturn(context, tx, refund));
  facts.within('refund.failed', async (tx, { subject, byAdmin }) => {
    const locked = byAdmin ? await lockBySubject(tx, subject) : undefined;
    if (locked) await continueAfterAdminRefund(context, tx, locked);
  });
  listenToDisputes(context);
  facts.within('card_setup.completed', async (tx, { subject, cardId }) => {
    const pledgeId = pledgeOf(subject);
    if (pledgeId) await keepCard(tx, pledgeId, cardId);
    const replaced = replacedIn(subject);
    if (replaced) await replaceCard(tx, replaced, cardId);
  });
  facts.within('card_setup.failed', async (tx, { subject, reason }) => {
    const pledgeId = pledgeOf(subject);
    if (pledgeId && reason) await recordSetupDecline(tx, pledgeId, reason);
  });
  facts.on('card_setup.completed', 'pledges', async ({ subject, cardId }) => {
    const pledgeId = pledgeOf(subject);
    if (pledgeId) await confirmSetup(context, pledgeId, cardId);
  });
  hooks.handle('card.assert_unused', async (tx, { cardId }) => {
    if (await isCardInUse(tx, cardId)) {
      throw appError('pledge_locked', { message: () => t`A pledge uses this card. Withdraw it or pay it first.` });
    }
  });
}

function listenToDisputes(context: MoneyContext): void {
  const { facts } = context;
  facts.within('dispute.opened', async (tx, { subject }) => {
    await applyTo(context, tx, subject, () => ({ type: 'dispute_opened' }));
  });
  facts.within('dispute.won', async (tx, { subject, isReleased }) => {
    const locked = await lockBySubject(tx, subject);
    if (!locked) return;
    // A fan with another pledge cannot have this one back.
    const isReplaced = await hasOtherLivePledge(tx, locked.pledge);
    const phase = phaseOf(locked.pool.status);
    await applyPledgeEvent(context, tx, locked, { type: 'dispute_won', phase, isReleased, isReplaced });
  });
  facts.within('dispute.lost', async (tx, { subject, isPartial }) => {
    const locked = await applyTo(context, tx, subject, ({ pool }) => ({
      type: 'dispute_lost',
      phase: phaseOf(pool.status),
      isPartial,
    }));
    // A completed pool holds nothing back.
    if (locked && isPartial && locked.pool.status === 'completed') {
      await payCreator(context, tx, locked.pool, locked.pledge.id);
    }
  });
  facts.within('payment.suspected', async (tx, { subject }) => {
    const locked = await lockBySubject(tx, subject);
    // Nothing moves automatically in a frozen pool. Admins see the warning, and can refund the payment.
    if (locked?.pool.frozen) return;
    await requestRefund(context, tx, { subject, reason: inEnglish(msg`The bank of the card warned of fraud.`) });
    if (locked) await applyPledgeEvent(context, tx, locked, { type: 'suspected' });
  });
}

async function applyTo(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  subject: string,
  eventOf: (locked: LockedPledge) => PledgeEvent,
): Promise<LockedPledge | undefined> {
  const locked = await lockBySubject(tx, subject);
  if (locked) await applyPledgeEvent(context, tx, locked, eventOf(locked));
  return locked;
}

async function lockBySubject(tx: Tx, subject: string) {
  const pledgeId = pledgeOf(subject) ?? replacedIn(subject);
  return pledgeId ? lockPledgeAndPool(tx, pledgeId) : undefined;
}

async function recordCharge(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  payment: FactMap['payment.succeeded'],
): Promise<void> {
  const locked = await lockBySubject(tx, payment.subject);
  if (!locked) return;
  const patch: PledgePatch = { declineCode: null, declineReason: null, declineKind: null };
  // The pledge takes the amount that was paid. A fan who pledges late may change it while the payment page is open, and a restored
  // database may not know a change.
  if (locked.pledge.amountCents !== payment.amountCents) patch.amountCents = payment.amountCents;
  const { status, deliveryWithheld: isWithheld } = locked.pool;
  await applyPledgeEvent(context, tx, locked, { type: 'charge_succeeded', phase: phaseOf(status), isWithheld }, patch);
}

async function recordDecline(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  payment: FactMap['payment.failed'],
): Promise<void> {
  const locked = await lockBySubject(tx, payment.subject);
  if (!locked) return;
  const { declineKind, declineCode, declineReason, kind } = payment;
  // The server closed the fan's payment page to charge the saved card instead. That charge goes on, perhaps in a job.
  if (kind === 'hosted' && locked.pledge.status === 'charging') return;
  // The charge waits for the end of the freeze, which enqueues its job. That may have been before this.
  if (declineCode === endedByFreeze.code && locked.pledge.status === 'charging') {
    if (!locked.pool.frozen) await context.jobs.enqueue(tx, chargeJob, { pledgeId: locked.pledge.id });
    return;
  }
  // The charge waits for the payout account, which enqueues its job. That may have been before this.
  if (declineCode === endedByAccount.code && locked.pledge.status === 'charging') {
    const isPayable = await context.hooks.one('pool.is_creator_payable')(tx, locked.pool);
    if (isPayable) await context.jobs.enqueue(tx, chargeJob, { pledgeId: locked.pledge.id });
    else await schedulePledgeJob(context, tx, chargeJob, locked.pledge.id, locked.pool.paymentDueAt);
    return;
  }
  // An abandoned page isn't a decline, so the reason of an earlier decline stays.
  const patch = declineKind === 'abandoned' ? {} : { declineCode, declineReason, declineKind };
  const after = await applyPledgeEvent(context, tx, locked, failureOf(locked), patch);
  if (after.status !== 'notified' || declineKind !== 'soft' || kind !== 'off_session') return;
  await schedulePledgeJob(
    context,
    tx,
    cardRetryJob,
    after.id,
    await cardRetryAt(tx, after.id, context.config.windows.paymentMs),
  );
}

/** Marks the pledge refunded once the processor holds none of its money. The refund of a second payment does not end the pledge. */
async function recordRefund(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: FactMap['refund.succeeded'],
): Promise<void> {
  const locked = await lockBySubject(tx, refund.subject);
  if (!locked) return;
  const { held, refundedCents } = await moneyOf(tx, refund.subject);
  const type = held ? 'partly_refunded' : 'refund_succeeded';
  const { refundId, amountCents, reason, owedCents, byAdmin, outsideReason } = refund;
  const patch: PledgePatch = outsideReason === null ? { refundedCents } : { refundedCents, refundedOutside: true };
  const after = await applyPledgeEvent(context, tx, locked, { type }, patch);
  if (!byAdmin && outsideReason === null) return;
  const { id: pledgeId, poolId, fanId: userId } = after;
  const about = { pledgeId, poolId, userId, refundId, amountCents, reason, owedCents, byAdmin, outsideReason };
  await context.facts.publish(tx, 'pledge.admin_refunded', about);
  if (byAdmin && held) await continueAfterAdminRefund(context, tx, { ...locked, pledge: after });
}

/** Counts what the bank returned as paid again. */
async function recordReturn(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: FactMap['refund.returned'],
): Promise<void> {
  const { subject, byAdmin, isReleased, isEnding, isDisputed } = refund;
  const locked = await lockBySubject(tx, subject);
  if (!locked) return;
  const { refundedCents } = await moneyOf(tx, subject);
  if (!byAdmin) {
    await applyPledgeEvent(context, tx, locked, { type: 'refund_returned' }, { refundedCents });
    return;
  }
  const isReplaced = await hasOtherLivePledge(tx, locked.pledge);
  const phase = phaseOf(locked.pool.status);
  const event = { type: 'partly_returned', phase, isReleased, isEnding, isReplaced, isDisputed } as const;
  const after = await applyPledgeEvent(context, tx, locked, event, { refundedCents });
  const isKept = after.status === locked.pledge.status && after.status !== 'refund_pending';
  if (!isReleased && !isEnding && isKept) {
    await continueAfterAdminRefund(context, tx, { ...locked, pledge: after });
  }
}

/** The pool may have ended or completed while an admin's refund claimed the payment. Then the rest goes the same way as all others. */
async function continueAfterAdminRefund(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  locked: LockedPledge,
): Promise<void> {
  const { pool, pledge } = locked;
  const subject = subjectOf(pledge.id);
  if (pledge.status === 'refund_pending') {
    await requestRefund(context, tx, { subject, reason: inEnglish(msg`The pool ended without what was promised.`) });
  } else if ((await moneyOf(tx, subject)).unclaimed) {
    if (pool.status === 'completed') await payCreator(context, tx, pool, pledge.id);
    // The pool may have completed without this payment, and an admin removed it after that.
    if (phaseOf(pool.status) === 'ended') await applyPledgeEvent(context, tx, locked, { type: 'pool_ended' });
  }
}
