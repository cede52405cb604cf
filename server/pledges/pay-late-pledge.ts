import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { chargeTerms } from './charge-terms.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { PledgeRow, PoolFunding } from './pledges.sql.ts';

/**
 * A late fan pays at once: with the saved card, or on the hosted page whose address comes back, which is also the way on when the
 * saved card was declined. Undefined when nothing is left to do but wait.
 */
export async function payLatePledge(
  context: MoneyContext,
  pledge: PledgeRow,
  pool: PoolFunding,
  cardId?: string,
): Promise<string | undefined> {
  const terms = chargeTerms(pledge, pool);
  if (cardId) {
    const outcome = await chargeSavedCard(context, { ...terms, cardId });
    if (outcome.status !== 'failed') return undefined;
  }
  return openPaymentPage(context, pledge, pool);
}
