import type Stripe from 'stripe';
import { type CardProcessor, type ChargeState, ProcessorFault } from '#server/money/card-processor.ts';
import { chargeExpansion, chargeState, sessionPayment } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, isCardError, isInvalidRequest, orNull } from './faults.ts';
import { nameMissing, namingMissing } from './missing.ts';
import { findListed, idOf, metadataOf } from './references.ts';

type Charges = Pick<CardProcessor, 'createCharge' | 'confirmCharge' | 'cancelCharge' | 'lookUpCharge'>;

/** Off-session charges of saved cards: a PaymentIntent is created, stored by the caller, and then confirmed. */
export function charges(context: StripeContext): Charges {
  const { stripe } = context;
  return {
    createCharge: ({ customerRef, cardRef, amountCents, reference, description, key }) =>
      answer('createCharge', async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          amount: amountCents,
          currency: 'usd',
          customer: customerRef,
          payment_method: cardRef,
          description,
          metadata: metadataOf(reference),
          transfer_group: reference,
          // The fan is not present, so a method that redirects could not be paid.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          // With the default, automatic_async, the charge has no balance transaction yet when the call answers.
          capture_method: 'automatic',
        };
        const { id } = await namingMissing(context, 'createCharge', { customerRef, cardRef }, () =>
          createOnce(
            key,
            (idempotencyKey) => stripe.paymentIntents.create(params, { idempotencyKey }),
            () => findListed(stripe.paymentIntents.list({ customer: customerRef, limit: 100 }), reference),
          ),
        );
        return { chargeRef: id };
      }),
    confirmCharge: ({ chargeRef, key }) => answer('confirmCharge', () => confirm(context, chargeRef, key)),
    cancelCharge: (chargeRef) => answer('cancelCharge', () => cancel(context, chargeRef)),
    lookUpCharge: (by) => answer('lookUpCharge', () => lookUp(context, by)),
  };
}

/**
 * Charges the card. The bank's request for approval ends the charge as a decline (`error_on_requires_action`), because the fan is not
 * there to approve. A PaymentIntent succeeds at most once, so a second key after a stored 5xx cannot charge twice.
 */
async function confirm(context: StripeContext, chargeRef: string, key: string): Promise<ChargeState> {
  const { stripe } = context;
  const params = { off_session: true, error_on_requires_action: true, expand: [chargeExpansion] };
  try {
    const intent = await createOnce(
      key,
      (idempotencyKey) => stripe.paymentIntents.confirm(chargeRef, params, { idempotencyKey }),
      async () => {
        const now = await retrieveIntent(context, chargeRef);
        return now && chargeState(now).status !== 'open' ? now : null;
      },
    );
    return chargeState(intent);
  } catch (error) {
    if (!isCardError(error) && !isInvalidRequest(error)) throw error;
    // A declined or already confirmed charge has a final state, which counts.
    const intent = await retrieveIntent(context, chargeRef);
    if (!intent) throw error;
    const state = chargeState(intent);
    if (state.status !== 'open') return state;
    const holder = { customerRef: idOf(intent.customer), cardRef: idOf(intent.payment_method) };
    throw await nameMissing(context, 'confirmCharge', holder, error);
  }
}

async function cancel(context: StripeContext, chargeRef: string): Promise<ChargeState> {
  const before = await lookUp(context, { chargeRef, sessionRef: null, reference: '' });
  if (!before) throw new ProcessorFault('refused', `there is no charge ${chargeRef}`);
  // Stripe would also cancel a declined PaymentIntent and thereby hide the decline.
  if (before.status !== 'open') return before;
  try {
    // A stored key would repeat a failure for a day; canceling twice is harmless.
    await context.stripe.paymentIntents.cancel(chargeRef, { cancellation_reason: 'abandoned' });
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
  const after = await lookUp(context, { chargeRef, sessionRef: null, reference: '' });
  if (!after || after.status === 'open') throw new ProcessorFault('unknown', `${chargeRef} could not be canceled`);
  return after;
}

async function lookUp(
  context: StripeContext,
  { chargeRef, sessionRef, reference }: Parameters<CardProcessor['lookUpCharge']>[0],
): Promise<ChargeState | null> {
  const { stripe } = context;
  if (chargeRef === null && sessionRef !== null) {
    const expand = [`payment_intent.${chargeExpansion}`];
    const session = await orNull(stripe.checkout.sessions.retrieve(sessionRef, { expand }));
    return session && sessionPayment(session);
  }
  const id = chargeRef ?? (await findCharged(context, reference));
  const intent = id === null ? null : await retrieveIntent(context, id);
  return intent && chargeState(intent);
}

function retrieveIntent({ stripe }: StripeContext, id: string): Promise<Stripe.PaymentIntent | null> {
  return orNull(stripe.paymentIntents.retrieve(id, { expand: [chargeExpansion] }));
}

/**
 * The PaymentIntent of a charge whose ids we do not know; a successful one first. A PaymentIntent that was never confirmed has no
 * charge and is not found. It has moved no money, and `createCharge` returns it under its idempotency key.
 */
async function findCharged({ stripe }: StripeContext, reference: string): Promise<string | null> {
  const { data } = await stripe.charges.list({ transfer_group: reference, limit: 100 });
  const ours = data.filter((charge) => charge.metadata.fanfare_reference === reference);
  return idOf((ours.find(({ status }) => status === 'succeeded') ?? ours[0])?.payment_intent);
}
