import { AppError } from '#contract/errors.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { chargeTerms, returnPaths } from './charge-terms.ts';
import { findPledge, type PledgeRow, type PoolFunding } from './pledges.sql.ts';

/** Returns the URL of the hosted page that takes the payment; undefined if the pledge is already paid. */
export async function openPaymentPage(
  context: MoneyContext,
  pledge: PledgeRow,
  pool: PoolFunding,
): Promise<string | undefined> {
  try {
    const { url } = await startHostedPayment(context, {
      ...chargeTerms(context, pledge, pool),
      ...returnPaths(pledge.id),
    });
    return url;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'nothing_due')) throw error;
    const now = await findPledge(context.db.sql, pledge.id);
    if (now?.status === 'paid') return undefined;
    throw error;
  }
}
