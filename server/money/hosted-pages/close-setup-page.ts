import type { MoneyContext } from '#server/money/money-context.ts';
import type { CardSetup } from './card-setups.sql.ts';
import { settleCardSetup } from './settle-card-setup.ts';

/** Closes an open page that saves a card, and settles what happened on it. Throws ProcessorFault when the processor does not answer. */
export async function closeSetupPage(context: MoneyContext, { id, processor, sessionRef }: CardSetup): Promise<void> {
  if (sessionRef === null) return;
  const cards = context.processors.get(processor);
  await cards.closeSession(sessionRef);
  const state = await cards.lookUpSetup({ sessionRef, reference: `setup:${id}` });
  if (state) await settleCardSetup(context, id, state);
}
