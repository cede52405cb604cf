import { closeHostedPayment } from './close-hosted-payment.ts';
import type { MoneyContext } from './money-context.ts';
import { orUnavailable } from './open-session.ts';
import { listUnsettledOf } from './payments.sql.ts';

/**
 * Closes the payment pages that are open for a subject which wants no money any more. What was paid in between is settled like any
 * payment; its owner decides what becomes of it. Never inside a transaction. Throws `card_processor_unavailable`.
 */
export async function closeSubject(context: MoneyContext, subject: string): Promise<void> {
  const { cards, db } = context;
  for (const payment of await listUnsettledOf(db.sql, cards.name, subject)) {
    if (payment.kind === 'hosted') await orUnavailable(context, () => closeHostedPayment(context, payment));
  }
}
