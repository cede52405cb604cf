import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { chargeTerms } from './charge-terms.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { PledgeRow, PoolFunding } from './pledges.sql.ts';

/**
 * Charges a late pledge: with the saved card if `cardId` is given, otherwise on the hosted page. A declined card also leads to the
 * hosted page. Returns the URL of that page; undefined if the fan has nothing more to do.
 */
export async function payLatePledge(
  context: MoneyContext,
  pledge: PledgeRow,
  pool: PoolFunding,
  cardId?: string,
): Promise<string | undefined> {
  const terms = chargeTerms(context, pledge, pool);
  if (cardId) {
    const outcome = await chargeSavedCard(context, { ...terms, cardId });
    if (outcome.status !== 'failed') return undefined;
  }
  return openPaymentPage(context, pledge, pool);
}
