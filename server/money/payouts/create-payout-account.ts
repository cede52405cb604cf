import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { resolveSolved } from '#server/money/problems/problems.sql.ts';
import { answerIn, reportProblem } from '#server/money/problems/report-problem.ts';
import { deleteAccountRequest, holdRequestBack, type PayoutAccount, storeAccountRef } from './payout-accounts.sql.ts';

/** `creator`: the request is removed, so that they can send another one. `operator`: it waits until the operator has solved it. */
export type CreatedAccount = { accountRef: string } | { refusedBecauseOf: 'creator' | 'operator' };

/**
 * Creates the account of a stored request. Repeating it returns the same account, because the request and its idempotency key are
 * stored. A refusal is the operator's to solve unless the adapter knows that it is the creator's. Throws ProcessorFault when the outcome
 * is unknown; the reconciler then repeats the request.
 */
export async function createPayoutAccount(context: MoneyContext, account: PayoutAccount): Promise<CreatedAccount> {
  const { processors, db, log, facts } = context;
  const { userId, processor, country, request, idempotencyKey, problemCode } = account;
  const { onboarding } = processors.get(processor);
  if (!onboarding || !country || !request || !idempotencyKey) {
    throw new Error(`the payout account of ${userId} has no request`);
  }
  try {
    const { accountRef } = await onboarding.createAccount({ userId, ...request, country, key: idempotencyKey });
    await db.tx(async (tx) => {
      const isStored = await storeAccountRef(tx, idempotencyKey, accountRef);
      if (isStored && problemCode !== null) {
        await facts.publish(tx, 'payout_account.created_at_last', { userId, processor });
        await resolveSolved(tx, processor);
      }
    });
    return { accountRef };
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    const refused = error.kind === 'refused';
    if (!refused && error.solver !== 'operator') throw error;
    log.warn({ err: error, userId, country }, 'the card processor refused a payout account');
    if (refused && error.solver === 'creator') {
      await deleteAccountRequest(db.sql, idempotencyKey);
      return { refusedBecauseOf: 'creator' };
    }
    const answer = answerIn(error);
    await db.tx(async (tx) => {
      if (!(await holdRequestBack(tx, idempotencyKey, { code: answer.code, refused }))) return;
      await reportProblem(context, tx, { processor, action: 'account', about: country }, answer);
    });
    return { refusedBecauseOf: 'operator' };
  }
}
