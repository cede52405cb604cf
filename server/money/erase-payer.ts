import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { CardProcessor } from './card-processor.ts';
import { listErasedCustomers, markCardsRemoved, markCustomerForgotten } from './cards/cards.sql.ts';
import { blankEvidence } from './disputes/disputes.sql.ts';
import { forgetCustomerJob } from './job-kinds.ts';
import type { MoneyContext } from './money-context.ts';
import { deleteHold } from './payouts/payout-holds.sql.ts';

/**
 * Removes a person's saved cards, here and at the processors, and their name in evidence. Their payments stay in the ledger. Declines of the
 * last days stay, too: they count for the block of addresses, and a thief could otherwise reset its limit with each new account.
 */
export async function erasePayer({ jobs }: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  await deleteHold(tx, userId);
  await markCardsRemoved(tx, userId);
  await blankEvidence(tx, userId);
  await jobs.enqueue(tx, forgetCustomerJob, { userId });
}

/**
 * Deletes the customer of a deleted account at its processor, and the saved cards with it. Repeating it is harmless. The reconciler does it
 * as well, because a page that was open during the deletion may create a customer after it.
 */
export async function forgetCustomer({ db }: MoneyContext, cards: CardProcessor, customerRef: string): Promise<void> {
  await cards.forgetCustomer({ customerRef });
  await markCustomerForgotten(db.sql, cards.name, customerRef);
}

/** Deletes a person's customers at all processors. */
export async function forgetPerson(context: MoneyContext, userId: string): Promise<void> {
  for (const cards of context.processors.all) {
    const erased = await listErasedCustomers(context.db.sql, cards.name, { userId });
    for (const customerRef of erased) await forgetCustomer(context, cards, customerRef);
  }
}
