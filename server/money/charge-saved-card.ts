import { appError } from '#contract/errors.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { readChargeable } from './cards/cards.sql.ts';
import { driveCharge } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { openAttempt } from './open-attempt.ts';
import { hasChargeToResume } from './payments.sql.ts';
import { outcomeOf, type PaymentOutcome } from './payments.ts';

export interface SavedCardCharge {
  subject: string;
  userId: string;
  cardId: string;
  /** The name of the card processor that takes payments for this subject. */
  processor: string;
  amountCents: number;
  heldAccount: `held:${string}`;
  description: string;
}

/**
 * Charges a saved card off-session, in cents, at most once per subject. Resumes a live attempt instead of starting another one, and
 * returns `succeeded` for a paid one. A decline ends its attempt; the next call starts a new one. `unsettled` means that the outcome is
 * not known yet: the caller may call again, or leave it to the reconciler. Must not run inside a transaction.
 * Throws `no_saved_card` (also for a card at another processor) if there is nothing to resume, `card_processor_unavailable`, and the errors of `payment.assert_wanted`.
 */
export async function chargeSavedCard(context: MoneyContext, charge: SavedCardCharge): Promise<PaymentOutcome> {
  const { subject, userId, cardId, processor, amountCents, heldAccount, description } = charge;
  const usable = await readChargeable(context.db.sql, { cardId, userId, processor });
  // An earlier call may have charged a card that was removed since.
  if (!usable && !(await hasChargeToResume(context.db.sql, subject))) throw appError('no_saved_card');
  const withoutPage = { kind: 'off_session', successUrl: null, cancelUrl: null } as const;
  const request = { subject, userId, cardId, processor, amountCents, heldAccount, description, ...withoutPage };
  const { payment, fresh } = await openAttempt(context, request);
  if (payment.status === 'succeeded') return outcomeOf(payment);
  if (payment.kind === 'off_session') return driveCharge(context, payment, { fresh });
  // The fan may still pay on an open payment page, so close it before charging the card.
  const closed = await orUnavailable(context, () => closeHostedPayment(context, payment));
  if (closed.status !== 'failed') return closed;
  const next = await openAttempt(context, request);
  if (next.payment.kind !== 'off_session') return outcomeOf(next.payment);
  return driveCharge(context, next.payment, { fresh: next.fresh });
}
