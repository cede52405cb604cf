import { appError } from '#contract/errors.ts';
import { askAbout, driveCharge } from '#server/money/drive-charge.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { openAttempt } from '#server/money/open-attempt.ts';
import type { PaymentOutcome } from '#server/money/payments.ts';
import { settlePayment } from '#server/money/settle-payment.ts';
import { closeHostedPayment } from './close-hosted-payment.ts';
import { openPage } from './open-page.ts';
import { absolute, orUnavailable, refuseCardTesting } from './open-session.ts';

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
 * Where a fan pays by hand: the URL of the processor's hosted page for one amount in cents. An open page is given again; any other
 * live attempt is brought to its end at the processor first, so that two can never be charged. Never inside a transaction.
 * Throws `nothing_due` when it is paid already, `card_processor_unavailable` while the end of an earlier attempt is not known,
 * `rate_limited`, and what hearers of `payment.starting` throw.
 */
export async function startHostedPayment(context: MoneyContext, request: HostedPayment): Promise<{ url: string }> {
  await refuseCardTesting(context, request.userId);
  return orUnavailable(context, async () => {
    // Each round ends one earlier attempt; there is hardly ever more than one.
    for (let round = 0; round < 4; round += 1) {
      const url = await givePageOrEndAttempt(context, request);
      if (url) return { url };
    }
    throw appError('card_processor_unavailable');
  });
}

/** Undefined when an attempt stood in the way, or has ended since: the caller tries again. */
async function givePageOrEndAttempt(context: MoneyContext, request: HostedPayment): Promise<string | undefined> {
  const { subject, userId, amountCents, heldAccount, description } = request;
  const { payment, fresh } = await openAttempt(context, {
    subject,
    userId,
    amountCents,
    heldAccount,
    description,
    kind: 'hosted',
    cardId: null,
    successUrl: absolute(context, request.successPath),
    cancelUrl: absolute(context, request.cancelPath),
  });
  if (payment.status === 'succeeded') throw appError('nothing_due');
  if (payment.kind === 'off_session') {
    mustBeOver(await driveCharge(context, payment, { fresh: false }));
    return undefined;
  }
  if (payment.amountCents !== amountCents) {
    mustBeOver(await closeHostedPayment(context, payment));
    return undefined;
  }
  const page = payment.sessionRef === null ? await openPage(context, payment) : null;
  if (page?.live === false) return undefined;
  if (fresh && page) return page.url;
  const state = await askAbout(context.cards, { ...payment, sessionRef: page?.sessionRef ?? payment.sessionRef });
  if (state?.status === 'open' && state.url) return state.url;
  mustBeOver(state ? await settlePayment(context, payment.id, state) : await closeHostedPayment(context, payment));
  return undefined;
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
