import { ProcessorFault } from '#server/money/card-processor.ts';
import type { StripeContext } from './client.ts';
import { asFault, isInvalidRequest, orNull } from './faults.ts';
import { idOf } from './references.ts';

interface Holder {
  customerRef: string | null;
  /** Null when the call needs no card. */
  cardRef: string | null;
}

/** Makes a call for a customer. If Stripe refuses it because the customer or the card is gone, the fault says so. */
export async function namingMissing<T>(
  context: StripeContext,
  call: string,
  holder: Holder,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await nameMissing(context, call, holder, error);
  }
}

/**
 * Asks Stripe for the customer and the card instead of reading the refusal's text: Stripe may name either of them first. A deleted
 * customer's cards are detached permanently.
 */
export async function nameMissing(
  { stripe }: StripeContext,
  call: string,
  { customerRef, cardRef }: Holder,
  error: unknown,
): Promise<unknown> {
  if (!isInvalidRequest(error) || customerRef === null) return error;
  const { message, answer } = asFault(call, error);
  const options = { cause: error, ...(answer && { answer }) };
  const customer = await orNull(stripe.customers.retrieve(customerRef));
  if (!customer || customer.deleted) return new ProcessorFault('refused', message, { ...options, missing: 'customer' });
  if (cardRef === null) return error;
  const method = await orNull(stripe.paymentMethods.retrieve(cardRef));
  const isGone = idOf(method?.customer) !== customerRef;
  return isGone ? new ProcessorFault('refused', message, { ...options, missing: 'card' }) : error;
}
