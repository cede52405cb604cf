import type { CardProcessor } from '#server/money/card-processor.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, isInvalidRequest, orNull } from './faults.ts';
import { metadataOf } from './references.ts';

/** Stripe learns only our user id; the fan enters an email address on Stripe's page if Stripe asks for one. */
export function customers({ stripe }: StripeContext): Pick<CardProcessor, 'createCustomer' | 'forgetCustomer'> {
  return {
    createCustomer: ({ userId, key }) =>
      answer('createCustomer', async () => {
        const metadata = { ...metadataOf(`customer:${userId}`), fanfare_user: userId };
        const create = (idempotencyKey: string) => stripe.customers.create({ metadata }, { idempotencyKey });
        // A customer without a card is harmless, so a lost one is not looked for.
        const { id } = await createOnce(key, create, async () => null);
        return { customerRef: id };
      }),
    forgetCustomer: ({ customerRef }) =>
      answer('forgetCustomer', async () => {
        try {
          await stripe.customers.del(customerRef);
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          const customer = await orNull(stripe.customers.retrieve(customerRef));
          if (customer && !customer.deleted) throw error;
        }
      }),
  };
}
