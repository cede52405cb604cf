import type Stripe from 'stripe';
import { inEnglish, msg } from '#contract/language/text.ts';
import { type CardDetails, type CardProcessor, ProcessorFault, type SetupState } from '#server/money/card-processor.ts';
import { cardPromise } from '#server/money/hosted-pages/card-promise.ts';
import type { StripeContext } from './client.ts';
import { declineOf } from './decline-codes.ts';
import { answer, isInvalidRequest, orNull } from './faults.ts';
import { openSession, pageOf, sessionBasics } from './hosted-payments.ts';
import { expanded, metadataOf, referenceOf } from './references.ts';

const expand = ['setup_intent.payment_method'];

/** Saves cards on Stripe's hosted page. */
export function cardSetups(context: StripeContext) {
  const { stripe } = context;
  return {
    startCardSetup: (request) =>
      answer('startCardSetup', async () => {
        const { reference, description } = request;
        const params: Stripe.Checkout.SessionCreateParams = {
          ...sessionBasics(context, request),
          mode: 'setup',
          currency: 'usd',
          custom_text: { submit: { message: `${withoutLinks(description)}. ${inEnglish(cardPromise)}` } },
          setup_intent_data: { description, metadata: metadataOf(reference) },
        };
        const session = await openSession(context, 'startCardSetup', request, params);
        return pageOf(session);
      }),
    // The session is stored before the fan gets its URL, so no fan can have used a session that we do not know.
    lookUpSetup: ({ sessionRef }) =>
      answer('lookUpSetup', async () => {
        if (sessionRef === null) return null;
        const session = await orNull(stripe.checkout.sessions.retrieve(sessionRef, { expand }));
        return session && setupState(session);
      }),
    lookUpCard: (cardRef: string) =>
      answer('lookUpCard', async () => {
        const method = await orNull(stripe.paymentMethods.retrieve(cardRef));
        return method && cardOf(method);
      }),
    forgetCard: ({ cardRef }) =>
      answer('forgetCard', async () => {
        try {
          await stripe.paymentMethods.detach(cardRef);
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          const method = await orNull(stripe.paymentMethods.retrieve(cardRef));
          if (method?.customer) throw error;
        }
      }),
  } satisfies Pick<CardProcessor, 'startCardSetup' | 'lookUpSetup' | 'forgetCard'> & {
    lookUpCard(cardRef: string): Promise<CardDetails | null>;
  };
}

/** Stripe turns `[text](URL)` in custom texts into a link, and fans choose the titles of pools. */
function withoutLinks(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')');
}

/** The state of a card set-up from its session, with `setup_intent.payment_method` expanded. */
export function setupState(session: Stripe.Checkout.Session): SetupState {
  const reference = referenceOf(session) ?? '';
  if (session.status === 'open') return { status: 'open' };
  const intent = expanded(session.setup_intent);
  if (session.status !== 'complete' || intent?.status !== 'succeeded') {
    if (session.status === 'complete' && intent?.status === 'processing') return { status: 'open' };
    const error = intent?.last_setup_error;
    return { status: 'failed', reference, reason: error ? declineOf(error).reason : '' };
  }
  const method = expanded(intent.payment_method);
  if (!method) throw new ProcessorFault('unknown', `${session.id} has no payment method`);
  const card = cardOf(method);
  return card
    ? { status: 'completed', reference, card }
    : { status: 'failed', reference, reason: inEnglish(msg`Only cards can be saved here. Save a card to pledge.`) };
}

/** Null for a payment method that is not a card. */
export function cardOf({ id, card }: Stripe.PaymentMethod): CardDetails | null {
  if (!card) return null;
  const { brand, last4, exp_month, exp_year } = card;
  return { cardRef: id, brand, last4, expMonth: exp_month, expYear: exp_year };
}
