import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { deleteAccountRequest, type PayoutAccount, storeAccountRef } from './payout-accounts.sql.ts';

/**
 * Creates the account of a stored request. Repeating it returns the same account, because the request and its idempotency key are
 * stored. Returns null and removes the request if the processor refused it. Throws ProcessorFault when the outcome is unknown; the
 * reconciler then repeats the request.
 */
export async function createPayoutAccount(
  { processors, db, log }: MoneyContext,
  { userId, processor, country, request, idempotencyKey }: PayoutAccount,
): Promise<string | null> {
  const { onboarding } = processors.get(processor);
  if (!onboarding || !country || !request || !idempotencyKey) {
    throw new Error(`the payout account of ${userId} has no request`);
  }
  try {
    const { accountRef } = await onboarding.createAccount({ userId, ...request, country, key: idempotencyKey });
    await storeAccountRef(db.sql, idempotencyKey, accountRef);
    return accountRef;
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    log.warn({ err: error, userId, country }, 'the card processor refused a payout account');
    await deleteAccountRequest(db.sql, idempotencyKey);
    return null;
  }
}
