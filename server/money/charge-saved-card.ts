import { appError } from '#contract/errors.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { readChargeable } from './cards.sql.ts';
import { driveCharge } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { openAttempt } from './open-attempt.ts';
import { outcomeOf, type PaymentOutcome } from './payments.ts';

export interface SavedCardCharge {
  subject: string;
  userId: string;
  cardId: string;
  amountCents: number;
  heldAccount: `held:${string}`;
  description: string;
}

/**
 * Charges a saved card off-session, in cents, at most once per subject: a live attempt is carried on rather than joined by another,
 * a paid one answers `succeeded`. A decline is final for its attempt; calling again begins the next. `unsettled` means nobody knows
 * yet: call again later, or leave it to the reconciler, both are safe. Never inside a transaction.
 * Throws `no_saved_card`, `card_processor_unavailable`, and what hearers of `payment.starting` throw.
 */
export async function chargeSavedCard(context: MoneyContext, charge: SavedCardCharge): Promise<PaymentOutcome> {
  const { subject, userId, cardId, amountCents, heldAccount, description } = charge;
  const { cards, db } = context;
  const usable = await readChargeable(db.sql, { cardId, userId, processor: cards.name });
  if (!usable) throw appError('no_saved_card');
  const withoutPage = { kind: 'off_session', successUrl: null, cancelUrl: null } as const;
  const request = { subject, userId, cardId, amountCents, heldAccount, description, ...withoutPage };
  const { payment, fresh } = await openAttempt(context, request);
  if (payment.status === 'succeeded') return outcomeOf(payment);
  if (payment.kind === 'off_session') return driveCharge(context, payment, { fresh });
  // A payment page may be open: it must be closed before the card is charged.
  const closed = await orUnavailable(context, () => closeHostedPayment(context, payment));
  if (closed.status !== 'failed') return closed;
  const next = await openAttempt(context, request);
  if (next.payment.kind !== 'off_session') return outcomeOf(next.payment);
  return driveCharge(context, next.payment, { fresh: next.fresh });
}
