import { appError } from '#contract/errors.ts';
import { closeHostedPayment } from './close-hosted-payment.ts';
import { askAbout, driveCharge } from './drive-charge.ts';
import { ensureCustomer } from './ensure-customer.ts';
import type { MoneyContext } from './money-context.ts';
import { openAttempt } from './open-attempt.ts';
import { absolute, orUnavailable, refuseCardTesting } from './open-session.ts';
import { storeSession } from './payments.sql.ts';
import type { Payment, PaymentOutcome } from './payments.ts';
import { settlePayment } from './settle-payment.ts';

export interface HostedPayment {
  subject: string;
  userId: string;
  amountCents: number;
  heldAccount: `held:${string}`;
  description: string;
  /** Own paths to return to. */
  successPath: string;
  cancelPath: string;
}

/**
 * Where a fan pays by hand: the address of the processor's hosted page for one amount in cents. An open page is given again; any
 * other live attempt is brought to its end first, so that two can never be charged. Never inside a transaction.
 * Throws `nothing_due` when it is paid already, `card_processor_unavailable` while an earlier attempt is not known to be over,
 * `rate_limited`, and what hearers of `payment.starting` throw.
 */
export function startHostedPayment(context: MoneyContext, request: HostedPayment): Promise<{ url: string }> {
  const name = `${request.subject} ${request.amountCents}`;
  const underWay = opening.get(name);
  if (underWay !== undefined) return underWay;
  const page = start(context, request).finally(() => opening.delete(name));
  opening.set(name, page);
  return page;
}

/** Pages being opened by this process: a second click waits for the first, whose key the processor would refuse it. */
const opening = new Map<string, Promise<{ url: string }>>();

async function start(context: MoneyContext, request: HostedPayment): Promise<{ url: string }> {
  await refuseCardTesting(context, request.userId);
  return orUnavailable(context, async () => {
    // Each round ends one earlier attempt; there is hardly ever more than one.
    for (let round = 0; round < 4; round += 1) {
      const url = await oneRound(context, request);
      if (url) return { url };
    }
    throw appError('card_processor_unavailable');
  });
}

async function oneRound(context: MoneyContext, request: HostedPayment): Promise<string | undefined> {
  const { subject, userId, amountCents, heldAccount, description } = request;
  const { payment, fresh } = await openAttempt(context, {
    subject,
    userId,
    amountCents,
    heldAccount,
    description,
    kind: 'hosted',
    cardId: null,
  });
  if (payment.status === 'succeeded') throw appError('nothing_due');
  if (fresh) return openPage(context, payment, request);
  if (payment.kind === 'off_session') {
    mustBeOver(await driveCharge(context, payment, { fresh: false }));
    return undefined;
  }
  const state = await askAbout(context.cards, payment);
  const usable = payment.amountCents === amountCents;
  if (state?.status === 'open' && state.url && state.sessionRef && usable) {
    await storeSession(context.db.sql, payment.id, state.sessionRef, state.url);
    return state.url;
  }
  if (!state && usable) return openPage(context, payment, request);
  mustBeOver(
    !state || state.status === 'open'
      ? await closeHostedPayment(context, payment)
      : await settlePayment(context, payment.id, state),
  );
  return undefined;
}

async function openPage(context: MoneyContext, payment: Payment, request: HostedPayment): Promise<string> {
  const { cards, db } = context;
  const customerRef = await ensureCustomer(context, payment.userId);
  const { sessionRef, url } = await cards.startPayment({
    customerRef,
    amountCents: payment.amountCents,
    reference: payment.idempotencyKey,
    description: payment.description,
    successUrl: absolute(context, request.successPath),
    cancelUrl: absolute(context, request.cancelPath),
    key: payment.idempotencyKey,
  });
  await storeSession(db.sql, payment.id, sessionRef, url);
  return url;
}

function mustBeOver({ status }: PaymentOutcome): void {
  if (status === 'succeeded') throw appError('nothing_due');
  if (status === 'unsettled') {
    throw appError('card_processor_unavailable', {
      message: 'An earlier payment is still being settled. Please try again in a moment.',
      retryAfterS: 5,
    });
  }
}
