import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assertEmailConfirmed, refuseCardTesting } from '#server/money/card-testing/guard-cards.ts';
import { driveCharge, lookUpAttempt } from '#server/money/drive-charge.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { openAttempt } from '#server/money/open-attempt.ts';
import type { PaymentOutcome } from '#server/money/payments.ts';
import { settlePayment } from '#server/money/settle-payment.ts';
import { closeHostedPayment } from './close-hosted-payment.ts';
import { openPage } from './open-page.ts';
import { absolute, orUnavailable } from './open-session.ts';

export interface HostedPayment {
  subject: string;
  userId: string;
  /** The name of the card processor that takes the payment. */
  processor: string;
  amountCents: number;
  heldAccount: `held:${string}`;
  description: string;
  /** Paths on this site to which the page returns. */
  successPath: string;
  cancelPath: string;
}

/**
 * Returns the URL of the processor's hosted page on which a fan pays one amount in cents. Returns the open page if there is one. Ends
 * any other live attempt at the processor first, so that two can never be charged. Must not run inside a transaction.
 * Throws `nothing_due` if the subject is already paid, `card_processor_unavailable` while the outcome of an earlier attempt is unknown,
 * `email_unconfirmed`, `rate_limited`, and the errors of `payment.assert_wanted`.
 */
export async function startHostedPayment(context: MoneyContext, request: HostedPayment): Promise<{ url: string }> {
  await assertEmailConfirmed(context, request.userId, request.processor);
  await refuseCardTesting(context, request.userId);
  const open = async () => {
    // Each round ends one earlier attempt; there is rarely more than one.
    for (let round = 0; round < 4; round += 1) {
      const url = await findPageOrEndAttempt(context, request);
      if (url) return { url };
    }
    throw appError('card_processor_unavailable');
  };
  return orUnavailable(context, open, { processor: request.processor, action: 'page' });
}

/** Undefined after ending an earlier attempt, or if the attempt has since ended; the caller then tries again. */
async function findPageOrEndAttempt(context: MoneyContext, request: HostedPayment): Promise<string | undefined> {
  const { subject, userId, processor, amountCents, heldAccount, description } = request;
  const { payment, fresh } = await openAttempt(context, {
    subject,
    userId,
    processor,
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
    assertEnded(await driveCharge(context, payment, { fresh: false }));
    return undefined;
  }
  if (payment.amountCents !== amountCents || payment.processor !== processor) {
    assertEnded(await closeHostedPayment(context, payment));
    return undefined;
  }
  const page = payment.sessionRef === null ? await openPage(context, payment) : null;
  if (page?.live === false) return undefined;
  if (fresh && page) return page.url;
  const state = await lookUpAttempt(context, { ...payment, sessionRef: page?.sessionRef ?? payment.sessionRef });
  if (state?.status === 'open' && state.url) return state.url;
  assertEnded(state ? await settlePayment(context, payment.id, state) : await closeHostedPayment(context, payment));
  return undefined;
}

function assertEnded({ status }: PaymentOutcome): void {
  if (status === 'succeeded') throw appError('nothing_due');
  if (status === 'unsettled') {
    throw appError('card_processor_unavailable', {
      message: () => t`Your earlier payment is still being processed. Try again in a moment.`,
      retryAfterS: 5,
    });
  }
}
