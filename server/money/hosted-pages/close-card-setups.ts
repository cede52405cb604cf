import type { MoneyContext } from '#server/money/money-context.ts';
import { type CardSetup, listUnsettledSetupsOf } from './card-setups.sql.ts';
import { settleCardSetup } from './settle-card-setup.ts';

/** Closes an open page that saves a card, and settles what happened on it. Throws ProcessorFault when the processor does not answer. */
export async function closeSetupPage(context: MoneyContext, { id, processor, sessionRef }: CardSetup): Promise<void> {
  if (sessionRef === null) return;
  const cards = context.processors.get(processor);
  await cards.closeSession(sessionRef);
  const state = await cards.lookUpSetup({ sessionRef, reference: `setup:${id}` });
  if (state) await settleCardSetup(context, id, state);
}

/**
 * Closes the pages on which a fan saves a card for a subject, and settles those that were used. A page whose URL is not stored yet stays
 * open for now: it takes no money, and the card that it saves waits with its pledge. Must not run inside a transaction. Throws
 * ProcessorFault.
 */
export async function closeCardSetups(context: MoneyContext, subject: string): Promise<void> {
  for (const setup of await listUnsettledSetupsOf(context.db.sql, subject)) await closeSetupPage(context, setup);
}
