import { appError } from '#contract/errors.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import { orUnavailable } from '#server/money/hosted-pages/open-session.ts';
import { driveCharge } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettledOf } from './payments.sql.ts';

/**
 * Ends every live attempt of a subject that wants no money any more, at the processor: pages are closed, charges are cancelled. What
 * was paid in between is settled like any payment; its owner decides what becomes of it. Never inside a transaction. Throws
 * `card_processor_unavailable` while an end is not known: call again.
 */
export async function closeSubject(context: MoneyContext, subject: string): Promise<void> {
  const { cards, db } = context;
  for (const payment of await listUnsettledOf(db.sql, cards.name, subject)) {
    const outcome = await orUnavailable(context, () =>
      payment.kind === 'hosted'
        ? closeHostedPayment(context, payment)
        : driveCharge(context, payment, { fresh: false }),
    );
    if (outcome.status === 'unsettled') throw appError('card_processor_unavailable', { retryAfterS: 5 });
  }
}
