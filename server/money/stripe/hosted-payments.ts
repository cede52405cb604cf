import type Stripe from 'stripe';
import type { Locale } from '#contract/language/languages.ts';
import { type CardProcessor, ProcessorFault, type SessionRequest } from '#server/money/card-processor.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, isInvalidRequest, orNull } from './faults.ts';
import { namingMissing } from './missing.ts';
import { findListed, metadataOf } from './references.ts';

/** Payments on Stripe's hosted page. Paying there also saves the card for later charges. */
export function hostedPayments(context: StripeContext): Pick<CardProcessor, 'startPayment' | 'closeSession'> {
  const { stripe } = context;
  return {
    startPayment: (request) =>
      answer('startPayment', async () => {
        const { amountCents, reference, description } = request;
        const params: Stripe.Checkout.SessionCreateParams = {
          ...sessionBasics(context, request),
          mode: 'payment',
          // Stripe would otherwise offer to pay in the fan's currency, and our books count US cents.
          adaptive_pricing: { enabled: false },
          line_items: [
            {
              quantity: 1,
              price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: description } },
            },
          ],
          payment_intent_data: {
            // With the default, automatic_async, the charge has no balance transaction yet when the fan returns.
            capture_method: 'automatic',
            description,
            metadata: metadataOf(reference),
            setup_future_usage: 'off_session',
            transfer_group: reference,
          },
        };
        const session = await openSession(context, 'startPayment', request, params);
        return pageOf(session);
      }),
    closeSession: (sessionRef) =>
      answer('closeSession', async () => {
        try {
          // A stored key would repeat a failure for a day; closing a page twice is harmless.
          await stripe.checkout.sessions.expire(sessionRef);
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          const session = await orNull(stripe.checkout.sessions.retrieve(sessionRef));
          // Stripe does not close a page while a payment on it is under way.
          if (session?.status === 'open') {
            throw new ProcessorFault('unknown', `${sessionRef} is still open`, { cause: error });
          }
        }
      }),
  };
}

/** The language of Stripe's page, which has no Arabic. */
const checkoutLocales: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = {
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  'pt-BR': 'pt-BR',
  ar: 'en',
  ja: 'ja',
  'en-XA': 'en',
};

/**
 * The parameters that set-up and payment pages share. Stripe closes the page after 24 hours. An explicit time would change the request when it is
 * repeated under its idempotency key. Dynamic payment methods are limited to cards, which can be charged later.
 */
export function sessionBasics(
  { settings }: StripeContext,
  { customerRef, reference, successUrl, cancelUrl, locale }: SessionRequest,
) {
  return {
    customer: customerRef,
    client_reference_id: reference,
    metadata: metadataOf(reference),
    success_url: successUrl,
    cancel_url: cancelUrl,
    locale: locale === null ? 'auto' : (checkoutLocales[locale as Locale] ?? 'en'),
    allowed_payment_method_types: ['card'],
    ...(settings.paymentMethodConfiguration && { payment_method_configuration: settings.paymentMethodConfiguration }),
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Creates the page once per key. */
export function openSession(
  context: StripeContext,
  call: string,
  request: SessionRequest,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  return namingMissing(context, call, { customerRef: request.customerRef, cardRef: null }, () =>
    createOnce(
      request.key,
      (idempotencyKey) => context.stripe.checkout.sessions.create(params, { idempotencyKey }),
      () => findOpenSession(context, request),
    ),
  );
}

/** The open page of a call whose answer was lost. */
function findOpenSession(
  { stripe }: StripeContext,
  { customerRef, reference }: SessionRequest,
): Promise<Stripe.Checkout.Session | null> {
  const open = stripe.checkout.sessions.list({ customer: customerRef, status: 'open', limit: 100 });
  return findListed(open, reference);
}

export function pageOf({ id, url }: Stripe.Checkout.Session): { sessionRef: string; url: string } {
  // A repeated answer of an idempotency key shows the page as it was at first, so a missing URL is a fault.
  if (!url) throw new ProcessorFault('unknown', `${id} has no page`);
  return { sessionRef: id, url };
}
