import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { refuseCardTesting } from '#server/money/card-testing/guard-cards.ts';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { chargeTerms } from './charge-terms.ts';
import { openPaymentPage } from './hosted-pages.ts';
import type { PledgeRow } from './pledges.sql.ts';
import { findPoolFunding, type PoolFunding } from './pool-funding.sql.ts';

/**
 * Charges a late pledge: with the saved card if `cardId` is given, otherwise on the hosted page. A declined card also leads to the
 * hosted page. Returns the URL of that page; undefined if the fan has nothing more to do. Throws `pool_closed` if the pool has since
 * closed to late fans.
 */
export async function payLatePledge(
  context: MoneyContext,
  pledge: Pick<PledgeRow, 'id' | 'fanId' | 'amountCents'>,
  pool: PoolFunding,
  cardId?: string,
): Promise<string | undefined> {
  try {
    if (cardId) {
      await refuseCardTesting(context, pledge.fanId);
      const outcome = await chargeSavedCard(context, { ...chargeTerms(context, pledge, pool), cardId });
      if (outcome.status !== 'failed') return undefined;
    }
    return await openPaymentPage(context, pledge, pool);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'nothing_due')) throw error;
    const now = await findPoolFunding(context.db.sql, pool.id);
    throw now?.takesLatePledges ? error : appError('pool_closed');
  }
}
