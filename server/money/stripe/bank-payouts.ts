import Stripe from 'stripe';
import { inEnglish, msg } from '#contract/language/text.ts';

type Account = Stripe.V2.Core.Account;

/**
 * Why Stripe does not send an account's balance to the bank; undefined while it does. The capability says whether it may, and the last
 * bank payout whether the bank took it: a creator whose bank returned the money has to correct their bank account.
 */
export async function bankBlockOf(stripe: Stripe, account: Account): Promise<{ reason: string | null } | undefined> {
  const failure = await lastFailure(stripe, account.id);
  if (failure) return { reason: failure };
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.payouts;
  const isBlocked = capability !== undefined && capability.status !== 'active' && capability.status !== 'pending';
  return isBlocked ? { reason: null } : undefined;
}

/** Stripe's text about the last bank payout if the bank returned it. */
async function lastFailure(stripe: Stripe, stripeAccount: string): Promise<string | null> {
  try {
    const { data } = await stripe.payouts.list({ limit: 10 }, { stripeAccount });
    const last = data.find(({ status }) => status === 'paid' || status === 'failed');
    return last?.status === 'failed'
      ? (last.failure_message ?? last.failure_code ?? inEnglish(msg`The bank returned the money.`))
      : null;
  } catch (error) {
    // Transfers must not wait for this permission; the self-test names it.
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}
