import { readSetup } from '#server/money/hosted-pages/card-setups.sql.ts';
import { closeSetupPage } from '#server/money/hosted-pages/close-card-setups.ts';
import { closeHostedPayment } from '#server/money/hosted-pages/close-hosted-payment.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { findPaymentByReference } from '#server/money/payments.sql.ts';
import { findPersonOf, insertDecline } from './card-testing.sql.ts';
import { readExceeded } from './guard-cards.ts';

/**
 * Counts a declined card on a page that stays open, as the processor's event reports it. A page on which too many cards were declined is
 * closed, because a thief would go on there.
 */
export async function recordPageDecline(
  context: MoneyContext,
  { processor, eventId, reference }: { processor: string; eventId: string; reference: string },
): Promise<void> {
  const userId = await findPersonOf(context.db.sql, processor, reference);
  if (!userId) return;
  await insertDecline(context.db.sql, { key: `${processor} ${eventId}`, reference, userId });
  if (!(await readExceeded(context, userId))) return;
  context.log.warn({ userId, reference }, 'closed a card page: too many declined cards');
  await closePage(context, processor, reference);
}

async function closePage(context: MoneyContext, processor: string, reference: string): Promise<void> {
  const { sql } = context.db;
  const [kind, id = ''] = reference.split(':');
  if (kind === 'setup') {
    const setup = await readSetup(sql, id);
    if (setup?.status === 'created') await closeSetupPage(context, setup);
    return;
  }
  const payment = await findPaymentByReference(sql, processor, reference);
  const isOpen = payment?.kind === 'hosted' && (payment.status === 'created' || payment.status === 'processing');
  if (payment && isOpen) await closeHostedPayment(context, payment);
}
