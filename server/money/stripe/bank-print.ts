import { createHash } from 'node:crypto';
import Stripe from 'stripe';

/**
 * Identifies the bank accounts and debit cards to which Stripe pays an account out, without containing them; undefined without any. It changes
 * when one is added, replaced or removed. Stripe's own fingerprint is the same for the same details, and new details have a new id.
 */
export async function bankPrintOf(stripe: Stripe, accountRef: string): Promise<string | undefined> {
  try {
    const { data } = await stripe.accounts.listExternalAccounts(accountRef, { limit: 100 });
    const parts = data.map(({ id, fingerprint, last4 }) => `${fingerprint ?? id} ${last4 ?? ''}`).toSorted();
    return parts.length > 0 ? createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32) : undefined;
  } catch (error) {
    // Transfers must not wait for this permission; docs/stripe.md names it.
    if (error instanceof Stripe.errors.StripePermissionError) return undefined;
    throw error;
  }
}
