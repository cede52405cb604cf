import { appError } from '#contract/errors.ts';
import { closeCardSetups } from '#server/money/hosted-pages/close-card-setups.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { driveCharge } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettledOf } from './payments.sql.ts';

/**
 * Ends every live attempt of a subject that must not be charged, or not now: closes its pages, also those that save a card, and cancels
 * charges at the processor. A payment that succeeded first is settled as usual, and the module of the subject decides whether to refund
 * it. Must not run inside a transaction. Throws `card_processor_unavailable` while an outcome is unknown; the caller tries again.
 */
export async function closeSubject(context: MoneyContext, subject: string): Promise<void> {
  for (const payment of await listUnsettledOf(context.db.sql, subject)) {
    const outcome = await orUnavailable(context, () =>
      payment.kind === 'hosted'
        ? closeHostedPayment(context, payment)
        : driveCharge(context, payment, { fresh: false }),
    );
    if (outcome.status === 'unsettled') throw appError('card_processor_unavailable', { retryAfterS: 5 });
  }
  await orUnavailable(context, () => closeCardSetups(context, subject));
}
